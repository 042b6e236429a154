mod helpers {
    pub fn double(x: u32) -> u32 {
        x * 2
    }
}

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = helpers::double(21);
}

fn main() {}
