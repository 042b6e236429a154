const STEPS: [u32; 3] = [1, 2, 3];

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    for step in &STEPS {
        out[0] += step;
    }
}
