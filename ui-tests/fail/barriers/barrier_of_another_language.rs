#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    __syncthreads();
    out[0] = 1;
}

fn main() {}
