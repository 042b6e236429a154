#[vyre::function]
fn total(values: &[u32]) -> u32 {
    let mut sum = 0;
    for i in 0..values.len() {
        sum += value[i];
    }
    sum
}

fn main() {
    assert_eq!(total(&[1, 2]), 3);
}
