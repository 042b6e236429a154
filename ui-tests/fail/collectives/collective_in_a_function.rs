#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    fn total(v: u32) -> u32 {
        workgroup_sum(v)
    }
    out[0] = total(a[0]);
}

fn main() {}
