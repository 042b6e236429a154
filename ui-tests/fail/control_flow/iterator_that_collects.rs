#[vyre::kernel]
fn kernel(input: &[u32], out: &mut [u32]) {
    let all = input.iter().map(|x| x + 1).collect::<Vec<u32>>();
    out[0] = all[0];
}

fn main() {}
