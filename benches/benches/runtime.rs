//! The cases for criterion: `cargo bench -- record`. Contestants run one after the other here, so that on a machine with other work the
//! table of `cargo run --release` is the better comparison.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use vyre_benches::{Bench, Case, Field};

fn runtime(criterion: &mut Criterion) {
    let Field { device, mut contestants } = vyre_benches::open().expect("a GPU");
    println!("{device}");
    for case in Case::ALL {
        let mut bench = Bench::new(case, &device);
        let mut group = criterion.benchmark_group(case.name());
        group.sample_size(10);
        if let Some(bytes) = bench.bytes() {
            group.throughput(Throughput::Bytes(bytes));
        }
        for contestant in &mut contestants {
            if !contestant.takes_part(case) {
                continue;
            }
            let mut is_ready = false;
            group.bench_function(contestant.name(), |bencher| {
                if !std::mem::replace(&mut is_ready, true) {
                    bench.prepare(&mut **contestant);
                }
                let time = |count| bench.total(&mut **contestant, count);
                bencher.iter_custom(time);
            });
            contestant.release();
        }
        group.finish();
    }
}

criterion_group!(benches, runtime);
criterion_main!(benches);
