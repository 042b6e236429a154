#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    #[cfg(test)]
    out[0] = 1;
    out[1] = 2;
}

fn main() {}
