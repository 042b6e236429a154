//! What CPU time expanding a kernel costs, by the number of its expressions.

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use proc_macro2::TokenStream;
use rustix::time::{ClockId, clock_gettime};
use std::fmt::Write;
use std::time::Duration;

/// The CPU time of the thread: other programs on the machine do not count.
struct CpuTime;

impl CpuTime {
    fn now() -> Duration {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
}

impl Measurement for CpuTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        CpuTime::now()
    }

    fn end(&self, start: Duration) -> Duration {
        CpuTime::now().saturating_sub(start)
    }

    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        WallTime.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

/// A kernel of so many expressions, ten in each round of statements; `ty` is the type of its numbers.
fn kernel(expressions: usize, ty: &str) -> TokenStream {
    let mut body = format!("let i = invocation_id().x; let mut x: {ty} = a[i];");
    for round in 0..expressions / 10 {
        // Two variables, two literals, an index, an element and four operators: ten expressions.
        write!(body, "x = (x * {round} + a[i]) ^ (x >> 3);").unwrap_or_default();
    }
    let text = format!("fn kernel(a: &[{ty}], out: &mut [{ty}]) {{ {body} out[i] = x; }}");
    text.parse().unwrap_or_default()
}

fn expand(c: &mut Criterion<CpuTime>) {
    let mut group = c.benchmark_group("expand");
    for ty in ["u32", "u64"] {
        for expressions in [10, 100, 1000] {
            let item = kernel(expressions, ty);
            assert!(
                !vyre_lang::kernel(TokenStream::new(), item.clone()).to_string().contains("compile_error")
            );
            group.bench_function(BenchmarkId::new(ty, expressions), |b| {
                b.iter_batched(
                    || item.clone(),
                    |item| vyre_lang::kernel(TokenStream::new(), item),
                    BatchSize::SmallInput,
                );
            });
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CpuTime);
    targets = expand
}
criterion_main!(benches);
