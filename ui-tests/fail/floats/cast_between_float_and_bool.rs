#[vyre::kernel]
fn kernel(x: f32, is_set: bool, out: &mut [f32]) {
    if x as bool {
        out[0] = is_set as f32;
    }
}

fn main() {}
