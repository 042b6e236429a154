const STEP: u32 = 3;

fn mix(x: u32) -> u32 {
    x * STEP ^ x >> 7
}

#[kernel(workgroup_size = 64)]
fn hash(input: &[u32], out: &mut [u32], seed: u32) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = mix(input[i] ^ seed);
    }
}

mod inner {
    #[kernel]
    fn fill<const N: u32>(out: &mut [u8]) {
        let i = invocation_id().x;
        if i < out.len() {
            out[i] = (i * N) as u8;
        }
    }
}
