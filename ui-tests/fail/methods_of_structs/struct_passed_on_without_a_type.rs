#[vyre::data]
struct Complex {
    re: f32,
    im: f32,
}

#[vyre::function]
impl Complex {
    fn conjugate(self) -> Complex {
        Complex { re: self.re, im: 0.0 - self.im }
    }

    fn times(self, other: Complex) -> Complex {
        Complex { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

#[vyre::kernel]
fn kernel(data: &mut [Complex]) {
    let other = data[1].conjugate();
    data[0] = data[0].times(other);
}

fn main() {}
