#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn clear(state: &[u32; 5]) {
        *state = [0; 5];
    }
    let state = [1, 2, 3, 4, 5];
    clear(&state);
    out[0] = state[0];
}

fn main() {}
