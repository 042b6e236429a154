//! Operations of one's own: functions and methods that texts of programs and kernels call by their ids.

use vyre::ir::Program;
use vyre::prelude::*;

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Span {
    from: u32,
    to: u32,
}

#[vyre::function]
impl Span {
    fn length(self) -> u32 {
        self.to.saturating_sub(self.from)
    }
}

#[vyre::function]
fn mix(a: u32, b: u32) -> u32 {
    (a ^ b.rotate_left(7)).wrapping_mul(0x9e37_79b1)
}

#[vyre::function]
fn running(data: &mut [u32], by: u32) {
    let mut sum = 0;
    for x in data {
        sum += *x * by;
        *x = sum;
    }
}

#[vyre::operation("fresh.mix")]
fn linked(a: u32, b: u32) -> u32;

#[vyre::kernel]
fn mixed(a: &[u32], b: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = linked(a[i], b[i]) >> 4;
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    // Other devices have registered them already.
    let _ = vyre::ops::register(mix::operation("fresh.mix"));
    let _ = vyre::ops::register(running::operation("fresh.running"));
    let (a, b): (Vec<u32>, Vec<u32>) = (0..100u32).map(|i| (i * i, 1000 - i)).unzip();
    let mut out = vec![0; 100];
    mixed(&a, &b, &mut out).dispatch(device)?;
    let mix_host = |a: u32, b: u32| (a ^ b.rotate_left(7)).wrapping_mul(0x9e37_79b1);
    assert_eq!(out, a.iter().zip(&b).map(|(a, b)| mix_host(*a, *b) >> 4).collect::<Vec<_>>());

    let program: Program = "program workgroup_size 1, 1, 1
        buffer data: read_write u32 @ 0
        buffer seed: uniform u32[1] @ 1
        entry {
            data[0] = call fresh.mix(data[0], seed[0]);
            call fresh.running(data: &data, by: 3);
        }"
    .parse()?;
    let mut data = [5u32, 1, 2, 3];
    device.run(&program, [1, 1, 1], [Arg::write(&mut data), Arg::read(&[77u32])])?;
    let mut sum = 0u32;
    let expected = [mix_host(5, 77), 1, 2, 3].map(|x| {
        sum = sum.wrapping_add(x.wrapping_mul(3));
        sum
    });
    assert_eq!(data, expected);

    let spans: Vec<Span> = (0..50u32).map(|i| Span { from: i * 3 % 20, to: i }).collect();
    let total: u32 = device.buffer(&spans)?.par_iter().map(func!(Span::length)).sum()?;
    assert_eq!(total, spans.iter().map(|s| s.to.saturating_sub(s.from)).sum());
    Ok(())
}
