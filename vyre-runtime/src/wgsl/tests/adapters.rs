//! What software adapters get otherwise.

use super::super::{SlotKind, Variant, lower};
use super::check_wgsl;
use vyre_ir::validate;

#[test]
fn long_local_arrays_are_zeroed_by_a_loop_where_that_is_asked_for() {
    for (element, zero) in [
        ("u32", "0u"),
        ("i32", "0i"),
        ("f32", "0u"),
        ("bool", "0u"),
        ("vec2<u32>", "vec2<u32>(0u, 0u)"),
        ("u64", "vec2<u32>(0u, 0u)"),
    ] {
        let text = format!(
            "program workgroup_size 1, 1, 1 buffer out: read_write {element} @ 0 buffer t: private {element}[201]
             buffer short: private u32[127]
             entry {{ let i = invocation_id.x; t[i] = out[i]; t[200] = out[1]; short[i] = 1; out[2] = t[i + 1];
             out[short[i]] = t[7]; }}"
        );
        let program = validate(&text.parse().unwrap()).unwrap();
        let shader = lower(&program, Variant { zeroes_arrays: true, ..Variant::default() }).unwrap();
        // Rounds of 16, and the nine that are left.
        assert!(shader.text.contains("for (var zero_at = 0u; zero_at < 192u; zero_at = zero_at + 16u) {"));
        assert!(shader.text.contains(&format!("        t[zero_at + 15u] = {zero};")), "{}", shader.text);
        assert!(
            (192..=200).all(|at| shader.text.contains(&format!("    t[{at}u] = {zero};"))),
            "{}",
            shader.text
        );
        assert!(shader.zeroes_arrays && !shader.text.contains("short[zero_at"));
        check_wgsl(&shader);
        let shader = lower(&program, Variant::default()).unwrap();
        assert!(!shader.zeroes_arrays && !shader.text.contains("zero_at"), "{}", shader.text);
    }
}

#[test]
fn uniform_buffers_are_spared_where_an_adapter_goes_wrong_with_many() {
    let text = "program workgroup_size 1, 1, 1 buffer a: uniform u32 @ 5 buffer r: read u32 @ 0 buffer b: uniform vec4<u32>[3] @ 1
        buffer c: uniform u32[1] @ 2 buffer d: uniform i32 @ 3 buffer out: read_write u32 @ 4
        entry { out[0] = a[9] + r[0] + b[2].1 + c[0] + cast<u32>(d[out[1]]); }";
    let program = validate(&text.parse().unwrap()).unwrap();
    let declared = |spares_uniforms: bool| -> Vec<bool> {
        let shader = lower(&program, Variant { spares_uniforms, ..Variant::default() }).unwrap();
        check_wgsl(&shader);
        let is_uniform = |at: usize| shader.text.contains(&format!("@binding({at}) var<uniform>"));
        let is_read = |at: usize| shader.text.contains(&format!("@binding({at}) var<storage, read>"));
        let is_said = |at: usize| matches!(shader.slots[at].kind, SlotKind::Uniform { is_storage: true, .. });
        assert!(is_uniform(6) && is_read(1), "{}", shader.text);
        let spared = [0, 2, 3, 4].into_iter().inspect(|at| {
            assert_eq!((is_uniform(*at), is_read(*at)), (!is_said(*at), is_said(*at)), "{}", shader.text);
        });
        spared.map(is_said).collect()
    };
    assert_eq!(declared(false), [false; 4]);
    assert_eq!(declared(true), [false, false, true, true]);
}
