//! What is convenient costs nothing: functions on slices, structs of four words, tables.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::{Arc, Mutex};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};
use vyre_tests::devices;

/// Two kernels of the same name: the first one calls functions where the second one has their bodies, and the shaders are compared.
macro_rules! same_shader {
    ($name:ident($($param:ident: $ty:ty),*) { $($functions:item)* } called $called:block in_place $in_place:block) => {
        #[test]
        fn $name() {
            mod called {
                #[allow(unused_imports, reason = "some kernels are without ids")]
                use vyre::prelude::*;
                $($functions)*
                #[vyre::kernel(workgroup_size = 64)]
                pub(super) fn kernel($($param: $ty),*) $called
            }
            mod in_place {
                #[allow(unused_imports, reason = "some kernels are without ids")]
                use vyre::prelude::*;
                #[vyre::kernel(workgroup_size = 64)]
                pub(super) fn kernel($($param: $ty),*) $in_place
            }
            assert_eq!(called::kernel::wgsl(), in_place::kernel::wgsl());
        }
    };
}

same_shader! {
    a_function_on_a_row(data: &[u32], out: &mut [u32]) {
        #[vyre::function]
        fn sum(row: &[u32]) -> u32 {
            let mut sum = 0;
            for k in 0..row.len() {
                sum += row[k];
            }
            sum
        }
    }
    called {
        let i = invocation_id().x;
        out[i] = sum(&data[i * 8..i * 8 + 8]);
    }
    in_place {
        let i = invocation_id().x;
        let row = &data[i * 8..i * 8 + 8];
        let mut sum = 0;
        for k in 0..row.len() {
            sum += row[k];
        }
        out[i] = sum;
    }
}

same_shader! {
    a_function_that_writes_to_a_whole_buffer(data: &mut [u32], by: u32) {
        #[vyre::function]
        fn add(data: &mut [u32], at: u32, by: u32) {
            data[at] += by;
        }
    }
    called {
        add(data, invocation_id().x, by);
    }
    in_place {
        let at = invocation_id().x;
        data[at] += by;
    }
}

same_shader! {
    a_function_on_an_array_in_workgroup_memory(data: &mut [f32]) {
        #[vyre::function]
        fn blurred(tile: &[f32; 64], k: u32) -> f32 {
            0.25 * tile[k] + 0.5 * tile[k + 1] + 0.25 * tile[k + 2]
        }
    }
    called {
        let mut tile = workgroup_array::<f32, 64>();
        let k = local_id().x;
        tile[k] = data[invocation_id().x];
        barrier();
        data[invocation_id().x] = blurred(&tile, k);
    }
    in_place {
        let mut tile = workgroup_array::<f32, 64>();
        let k = local_id().x;
        tile[k] = data[invocation_id().x];
        barrier();
        data[invocation_id().x] = 0.25 * tile[k] + 0.5 * tile[k + 1] + 0.25 * tile[k + 2];
    }
}

same_shader! {
    a_function_on_a_local_array(out: &mut [u32]) {
        #[vyre::function]
        fn quarter(v: &mut [u32; 16], a: u32, b: u32) {
            v[a] += v[b];
            v[b] = v[b].rotate_left(7) ^ v[a];
        }
    }
    called {
        let mut v = [7u32; 16];
        v[3] = out[invocation_id().x];
        for k in 0..15 {
            quarter(&mut v, k, k + 1);
        }
        out[invocation_id().x] = v[0] ^ v[15];
    }
    in_place {
        let mut v = [7u32; 16];
        v[3] = out[invocation_id().x];
        for k in 0..15 {
            v[k] += v[k + 1];
            v[k + 1] = v[k + 1].rotate_left(7) ^ v[k];
        }
        out[invocation_id().x] = v[0] ^ v[15];
    }
}

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Body {
    position: [f32; 3],
    mass: f32,
}

#[vyre::kernel(workgroup_size = 64)]
fn drift(before: &[Body], after: &mut [Body], dt: f32) {
    let i = invocation_id().x;
    if i < after.len() {
        let mut body = before[i];
        body.position[0] += dt;
        after[i] = body;
    }
}

/// One access in place of four: the buffers are of `vec4<u32>`, and each is indexed once.
#[test]
fn a_struct_of_four_words_is_loaded_and_stored_as_one_vector() {
    let text = drift::wgsl();
    let accesses = |name: &str| text.matches(&format!("{name}[")).count();
    assert_eq!(text.matches("array<vec4<u32>>").count(), 2, "{text}");
    assert_eq!((accesses("before"), accesses("after")), (1, 1), "{text}");
    for device in devices() {
        let before = vec![Body { position: [1.0, 2.0, 3.0], mass: 4.0 }; 100];
        let mut after = vec![Body { position: [0.0; 3], mass: 0.0 }; 100];
        drift(&before, &mut after, 0.5).dispatch(&device).unwrap();
        assert_eq!(after, vec![Body { position: [1.5, 2.0, 3.0], mass: 4.0 }; 100], "{device}");
    }
}

/// A length that no other buffer of the test has.
const TABLE: [u32; 1000] = [3; 1000];

#[vyre::kernel(workgroup_size = 64)]
fn first_with_table(out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] += TABLE[i];
}

#[vyre::kernel(workgroup_size = 64)]
fn second_with_table(out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] += TABLE[i + 900];
}

/// The bytes of each upload.
#[derive(Clone, Default)]
struct Uploads(Arc<Mutex<Vec<u64>>>);

struct Bytes<'u>(&'u Mutex<Vec<u64>>);

impl tracing::field::Visit for Bytes<'_> {
    fn record_u64(&mut self, field: &tracing::field::Field, value: u64) {
        if field.name() == "bytes" {
            self.0.lock().unwrap().push(value);
        }
    }

    fn record_debug(&mut self, _: &tracing::field::Field, _: &dyn std::fmt::Debug) {}
}

impl Subscriber for Uploads {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_span() && metadata.target().starts_with("vyre_runtime")
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        if attributes.metadata().name() == "upload" {
            attributes.record(&mut Bytes(&self.0));
        }
        Id::from_u64(1)
    }

    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {}
}

/// The bytes of the uploads of a piece of work.
fn uploads(work: impl FnOnce()) -> Vec<u64> {
    let uploads = Uploads::default();
    tracing::subscriber::with_default(uploads.clone(), work);
    let bytes = uploads.0.lock().unwrap();
    bytes.clone()
}

#[test]
fn a_table_is_uploaded_once_for_a_gpu() {
    // The CPU has it in its memory.
    for device in devices().into_iter().skip(1) {
        let mut out = device.buffer(&[1u32; 64]).unwrap();
        let first = uploads(|| first_with_table(&mut out).dispatch(&device).unwrap());
        assert_eq!(first, [4000], "{device}");
        let second = uploads(|| first_with_table(&mut out).dispatch(&device).unwrap());
        assert_eq!(second, [0; 0], "{device}");
        assert_eq!(out.read().unwrap(), [7; 64], "{device}");
        // The table of another kernel is one of its own, and uploaded once as well.
        uploads(|| second_with_table(&mut out).dispatch(&device).unwrap());
        let again = uploads(|| second_with_table(&mut out).dispatch(&device).unwrap());
        assert_eq!(again, [0; 0], "{device}");
    }
}
