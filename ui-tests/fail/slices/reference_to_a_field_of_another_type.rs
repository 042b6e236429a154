use vyre::prelude::*;

#[vyre::data]
struct Light { pos: [f32; 3], id: u32 }

#[vyre::kernel]
fn kernel(lights: &mut [Light]) {
    fn double(x: &mut f32) { *x *= 2.0; }
    double(&mut lights[0].id);
}

fn main() {}
