#[vyre::kernel]
fn primes(out: &mut [u32]) {
    let n = 2;
    'numbers: for at in (2..100u32).step_by(1) {
        for by in 2..at {
            if at % by == 0 {
                continue 'numbers;
            }
        }
        out[n] = at;
        n += 1;
    }
}

fn main() {}
