#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    const COLUMNS: u32 = 300;
    let table = [[0u32; COLUMNS]; 4];
    let row = out[0];
    out[1] = table[row];
}

fn main() {}
