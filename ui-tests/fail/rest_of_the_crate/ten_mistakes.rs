#[vyre::kernel(workgroup_size = 0)]
fn mistakes(input: &[u32], n: &[usize], out: &mut [u32]) {
    let x: String = 15;
    unsafe {}
    input[0] = 1;
    out[0] = totl + (n as u32);
    out[true] = "text";
    if local_id().x == 0 {
        barrier();
    }
    let y = 1;
    y = x;
}

fn main() {}
