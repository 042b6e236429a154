//! Closures, one with the name of a function, and a reference to a value without a variable.

#[vyre::kernel]
fn closure(out: &mut [u32]) {
    let double = |x: u32| x * 2;
    out[0] = double(out[0]);
}

#[vyre::function]
fn double(x: u32) -> u32 {
    x + x
}

#[vyre::kernel]
fn closure_with_the_name_of_a_function(out: &mut [u32]) {
    let double = |x: u32| x * 2;
    out[0] = double(out[0]);
}

#[vyre::kernel]
fn reference_to_a_value(out: &mut [u32]) {
    let x = &(out[0] + 1);
    out[1] = *x;
}
