struct Scale;

impl Scale {
    #[vyre::kernel]
    fn apply(out: &mut [u32]) {
        out[0] = 1;
    }
}

fn main() {
    let _ = Scale;
}
