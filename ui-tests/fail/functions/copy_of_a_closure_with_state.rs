#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut n = out[1];
    let mut f = move || {
        n += 1;
        n
    };
    let mut g = f;
    out[0] = f() + g();
}

fn main() {}
