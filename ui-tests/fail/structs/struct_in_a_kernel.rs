#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    struct Own {
        a: u32,
    }
    let own = Own { a: 1 };
    out[0] = own.a;
}
fn main() {}
