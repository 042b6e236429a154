//! Pythagorean triples from a range, collected without a wait, and used further on the device.

use vyre::prelude::*;

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let side = 60u32;
    let triples = device.par_range(0..side * side).filter_map(func!(
        move |k: u32| {
            let (a, b) = (k / side + 1, k % side + 1);
            let c = (a * a + b * b).isqrt();
            if a <= b && c * c == a * a + b * b { Some([a, b, c]) } else { None }
        },
        side: u32
    ));
    let (found, count) = triples.collect_at_most(40)?;
    let perimeters: Buffer<u32> = found.par_iter().map(func!(|t: [u32; 3]| t[0] + t[1] + t[2])).collect()?;
    let longest = found.par_iter().max_by_key(func!(|[_, _, c]: [u32; 3]| c))?;
    let even = found.par_iter().filter(func!(|t: [u32; 3]| t[2] != 0 && t[2] % 2 == 0)).count()?;

    let mut expected = vec![];
    for a in 1..=60u32 {
        for b in a..=60 {
            if let Some(c) = (1..100).find(|c| c * c == a * a + b * b) {
                expected.push([a, b, c]);
            }
        }
    }
    assert_eq!(count.read()?, [expected.len() as u32]);
    expected.resize(40, [0; 3]);
    assert_eq!(found.read()?, expected);
    assert_eq!(perimeters.read()?, expected.iter().map(|t| t.iter().sum()).collect::<Vec<u32>>());
    let most = expected.iter().rev().max_by_key(|t| t[2]).copied();
    assert_eq!(longest, most);
    assert_eq!(even as usize, expected.iter().filter(|t| t[2] != 0 && t[2] % 2 == 0).count());
    Ok(())
}
