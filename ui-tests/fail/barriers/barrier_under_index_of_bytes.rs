#[vyre::kernel]
fn kernel(text: &[u8]) {
    let i = invocation_id().x;
    if text.byte(i) == 10 {
        barrier();
    }
}

fn main() {}
