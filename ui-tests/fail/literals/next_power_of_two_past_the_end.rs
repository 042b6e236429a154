#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = 0x8000_0001u32.next_power_of_two();
}

fn main() {}
