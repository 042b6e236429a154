use vyre::prelude::*;

#[vyre::data]
struct Meters(f32);

#[vyre::data]
struct At(pub u32, [f32; 2]);

#[vyre::data]
struct Nothing;

#[vyre::function]
fn further(at: At, by: Meters) -> At {
    let At(n, [x, y]) = at;
    At(n + 1, [x + by.0, y])
}

#[vyre::kernel]
fn kernel(by: &[Meters], out: &mut [At]) {
    let i = invocation_id().x;
    let _nothing: Nothing = Nothing;
    match out[i] {
        At(0, ..) => out[i] = further(out[i], by[i]),
        At(n, _) => out[i].0 = n - 1,
    }
}

#[test]
fn runs() {
    let _ = kernel(&[Meters(1.0)], &mut [At(0, [1.0, 2.0])]);
}
