//! Any name that Rust allows may name a kernel, a buffer or a variable, whatever WGSL and vyre use it for.

use vyre_tests::{devices, twin};

twin! { variables_named_as_wgsl_names_things |i, a, c, out| {
    let array = a[i];
    let vec4 = array + 1;
    let bitcast = vec4 + 1;
    let shared = bitcast + 1;
    let set = shared + 1;
    let pass = set + 1;
    let var = pass + 1;
    let discard = var + 1;
    let function = discard + 1;
    let workgroup = function + 1;
    let atomic = workgroup + 1;
    let switch = atomic + 1;
    let f32 = switch + 1;
    let main = f32 + 1;
    let texture_2d = main + 1;
    let _unused = texture_2d + 1;
    out[i * 4] = _unused;
    for default in 0..2 { out[i * 4 + 1 + default] = default; }
}}

twin! { variables_named_as_functions_they_are_used_with |i, a, c, out| {
    let min = a[i];
    let max = min.max(3);
    let select = max.min(min);
    let atomic_add = c[i].fetch_add(select);
    let atomicAdd = c[i].fetch_add(1);
    let len = 4 + atomicAdd;
    let word = len.count_ones();
    let countOneBits = word / len % 3 << word;
    let load = c[i].load();
    out[i * load.min(4).max(4)] = min + max + select + atomic_add + len + word + countOneBits;
}}

twin! { variables_named_as_ids |i, a, c, out| {
    let invocation_id = i;
    let local_id = invocation_id + 1;
    let workgroup_size = local_id + 1;
    let num_workgroups = workgroup_size + 1;
    let u32 = num_workgroups * 2;
    let x: u32 = u32;
    let y = x;
    out[i * 4] = y;
}}

twin! { variables_named_as_a_compiler_might |i, a, c, out| {
    let decided = a[i] > 3;
    let decided_2 = decided || { let decided = c[i].fetch_add(1) > 5; decided };
    let kept = if decided_2 && c[i].fetch_add(1) > 0 { let kept = 5; kept + 1 } else { 7 };
    let kept_2 = kept + { let kept = c[i].fetch_add(1); kept };
    let unnamed = kept_2;
    let tmp = unnamed;
    let params = tmp + 1;
    let a_2 = params;
    let i_2 = i + a_2;
    let i = i_2;
    let i_3 = i;
    let i = i_3 - a_2;
    let _e5 = i * 4;
    out[_e5] = kept_2 + i_3 * 100;
}}

twin! { variables_with_letters_of_other_alphabets |i, a, c, out| {
    let größe = a[i];
    let 数 = größe + 1;
    let ж = 数 * 2;
    out[i * 4] = ж;
}}

twin! { raw_and_underscored |i, a, c, out| {
    let _x = a[i];
    let x_ = _x + 1;
    let x__y = x_ + 1;
    let X = x__y + 1;
    let x = X + 1;
    for _ in 0..3 { c[i].fetch_add(x); }
    out[i * 4] = x + X;
}}

twin! { buffers_named_as_wgsl_names_things |global_invocation_id, vec2, array, atomic| {
    let i = global_invocation_id;
    let x = vec2[i] + array[i].fetch_add(1);
    atomic[i * 4] = x;
}}

twin! { buffers_named_as_functions |main, min, clamp, max| {
    let x = min[main].min(5).max(2) + clamp[main].fetch_max(1);
    let y = x;
    max[main * 4] = y;
}}

#[vyre::kernel(workgroup_size = 4)]
fn main(params: &[u32], kernel: &mut [u32], n: u32, len: u32) {
    let i = invocation_id().x;
    let mut workgroup_array = workgroup_array::<u32, 4>();
    workgroup_array[i] = params[i] + n;
    barrier();
    kernel[i] = workgroup_array[3 - i] + len + kernel.len();
}

#[vyre::kernel(workgroup_size = 4)]
fn f32(vyre: &mut [u32], std: u32) {
    let Program = invocation_id().x;
    vyre[Program] = std;
}

#[test]
#[allow(clippy::disallowed_names, reason = "a test of names")]
fn kernels_and_parameters_may_have_such_names_too() {
    for device in devices() {
        let mut out = [0; 4];
        main(&[1, 2, 3, 4], &mut out, 10, 100).dispatch(&device).unwrap();
        assert_eq!(out, [118, 117, 116, 115], "{device}");
        f32(&mut out, 6).dispatch(&device).unwrap();
        assert_eq!(out, [6; 4], "{device}");
    }
}
