mod shapes {
    #[vyre::data]
    pub struct Circle {
        pub center: [f32; 2],
        pub radius: [f32; 2],
    }
}

#[vyre::kernel]
fn grow(circles: &mut [Circle]) {
    let i = invocation_id().x;
    circles[i].radius[0] += 1.0;
}

fn main() {}
