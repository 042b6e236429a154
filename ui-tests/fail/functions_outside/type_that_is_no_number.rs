#[vyre::function]
fn twice<T: vyre::Number>(x: T) -> T {
    x + x
}

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let y: bool = twice(out[0] > 3);
    out[0] = y as u32;
}

fn main() {}
