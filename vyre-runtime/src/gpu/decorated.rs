//! Shaders whose arithmetic on floats a driver must not change.
//!
//! WGSL lets a driver flush subnormals, fuse a product with a sum, and round a quotient as it likes. SPIR-V has decorations and execution modes that forbid
//! it, and naga's writer knows none of them. So naga's words get them here, and wgpu passes the result through. Only shaders with operators
//! of floats go this way, with the modes that Vulkan says the adapter has. Whether the results are strict then is for `probe` to find out.
//!
//! The numbers are those of the SPIR-V specification, 3.6 (execution modes), 3.20 (decorations), 3.31 (capabilities) and 3.49
//! (instructions).

use naga::back::spv;

/// The words before the first instruction.
const HEADER: usize = 5;

mod op {
    pub(super) const ENTRY_POINT: u32 = 15;
    pub(super) const EXECUTION_MODE: u32 = 16;
    pub(super) const CAPABILITY: u32 = 17;
    pub(super) const TYPE_ARRAY: u32 = 28;
    pub(super) const TYPE_POINTER: u32 = 32;
    pub(super) const CONSTANT: u32 = 43;
    pub(super) const CONSTANT_NULL: u32 = 46;
    pub(super) const VARIABLE: u32 = 59;
    pub(super) const DECORATE: u32 = 71;
    pub(super) const MEMBER_DECORATE: u32 = 72;
    /// `OpFNegate`, `OpFAdd`, `OpFSub`, `OpFMul`, `OpFDiv`, `OpFRem` and `OpFMod`.
    pub(super) const ARITHMETIC: [u32; 7] = [127, 129, 131, 133, 136, 140, 141];
}

/// `DenormPreserve`, `SignedZeroInfNanPreserve` and `RoundingModeRTE`: the capability and the execution mode of each.
const MODES: [(u32, u32); 3] = [(4464, 4459), (4466, 4461), (4467, 4462)];

/// Which of [`MODES`] an adapter has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Modes([bool; MODES.len()]);

impl Modes {
    /// None of them.
    pub(super) const NONE: Modes = Modes([false; MODES.len()]);

    fn list(self) -> impl Iterator<Item = (u32, u32)> + Clone {
        MODES.into_iter().zip(self.0).filter_map(|(mode, has_it)| has_it.then_some(mode))
    }
}
const NO_CONTRACTION: u32 = 42;

/// The execution modes for floats of 32 bits that the adapter of an open device has. `None` if it does not take such shaders.
#[cfg(any(windows, target_os = "linux", target_os = "android", target_os = "freebsd"))]
#[allow(unsafe_code, reason = "wgpu does not say what an adapter does with floats; Vulkan does")]
pub(super) fn modes(device: &wgpu::Device) -> Option<Modes> {
    use ash::vk;
    if !device.features().contains(wgpu::Features::PASSTHROUGH_SHADERS) {
        return None;
    }
    // SAFETY: the device is asked for two handles of it, which nothing here destroys.
    let raw = unsafe { device.as_hal::<wgpu::hal::api::Vulkan>() }?;
    // The modes belong to Vulkan 1.2, and to SPIR-V since 1.4.
    if raw.shared_instance().instance_api_version() < vk::API_VERSION_1_2 {
        return None;
    }
    let mut controls = vk::PhysicalDeviceFloatControlsProperties::default();
    let mut properties = vk::PhysicalDeviceProperties2::default().push_next(&mut controls);
    let instance = raw.shared_instance().raw_instance();
    // SAFETY: the instance is of version 1.1 or later, which has the function; the physical device is one of its own, as both belong to the open
    // device; the structures are those of the function, and live until it returns.
    unsafe { instance.get_physical_device_properties2(raw.raw_physical_device(), &mut properties) };
    let version = properties.properties.api_version;
    let has = [
        controls.shader_denorm_preserve_float32,
        controls.shader_signed_zero_inf_nan_preserve_float32,
        controls.shader_rounding_mode_rte_float32,
    ];
    (version >= vk::API_VERSION_1_2).then(|| Modes(has.map(|has_it| has_it == vk::TRUE)))
}

/// Elsewhere there is no Vulkan.
#[cfg(not(any(windows, target_os = "linux", target_os = "android", target_os = "freebsd")))]
pub(super) fn modes(_: &wgpu::Device) -> Option<Modes> {
    None
}

/// The SPIR-V of a shader, with all that forbids a driver to change its floats.
///
/// # Errors
/// What naga says of the text.
pub(super) fn spirv(wgsl: &str, needs_zeros: bool, modes: Modes) -> Result<Vec<u32>, String> {
    let module = naga::front::wgsl::parse_str(wgsl).map_err(|error| error.emit_to_string(wgsl))?;
    let mut validator = naga::valid::Validator::new(
        naga::valid::ValidationFlags::all(),
        naga::valid::Capabilities::SUBGROUP
            | naga::valid::Capabilities::SHADER_INT64
            | naga::valid::Capabilities::SHADER_INT64_ATOMIC_ALL_OPS,
    );
    let validator = validator
        .subgroup_stages(naga::valid::ShaderStages::COMPUTE)
        .subgroup_operations(naga::valid::SubgroupOperationSet::all());
    let info = validator.validate(&module).map_err(|error| error.emit_to_string(wgsl))?;
    let unchecked = naga::proc::BoundsCheckPolicy::Unchecked;
    let zeros = if needs_zeros {
        spv::ZeroInitializeWorkgroupMemoryMode::Polyfill
    } else {
        spv::ZeroInitializeWorkgroupMemoryMode::None
    };
    // What wgpu sets for a shader without its checks, on Vulkan 1.2.
    let options = spv::Options {
        lang_version: (1, 5),
        flags: spv::WriterFlags::empty(),
        // Binding numbers stay, as those of our layouts count from 0.
        fake_missing_bindings: true,
        bounds_check_policies: naga::proc::BoundsCheckPolicies {
            index: unchecked,
            buffer: unchecked,
            image_load: unchecked,
            binding_array: unchecked,
        },
        zero_initialize_workgroup_memory: zeros,
        force_loop_bounding: false,
        ray_query_initialization_tracking: false,
        emit_int_div_checks: false,
        use_storage_input_output_16: false,
        ..spv::Options::default()
    };
    let words = spv::write_vec(&module, &info, &options, None).map_err(|error| error.to_string())?;
    Ok(decorated(&words, modes))
}

/// The instructions of a module: where each begins, its opcode, and its words.
fn instructions(words: &[u32]) -> impl Iterator<Item = (u32, &[u32])> {
    let mut rest = words.get(HEADER..).unwrap_or_default();
    std::iter::from_fn(move || {
        let first = *rest.first()?;
        let (inst, after) =
            rest.split_at_checked((first >> 16) as usize).filter(|(inst, _)| !inst.is_empty())?;
        rest = after;
        Some((first & 0xffff, inst))
    })
}

/// The storage class of an invocation's own variables, `Function`.
const FUNCTION: u32 = 7;

/// A module whose variables of functions hold nothing at first, of those that are zero and arrays of at least so many elements: whose shader writes them
/// before it reads them.
pub(super) fn without_zeros(words: &[u32], elements: u32) -> Vec<u32> {
    let of =
        |wanted: u32| instructions(words).filter(move |(opcode, _)| *opcode == wanted).map(|(_, inst)| inst);
    // The result of a constant and its value, of an array and its length, of a pointer and its type.
    let lengths: Vec<u32> = of(op::CONSTANT)
        .filter(|inst| matches!(inst, [_, _, _, value] if *value >= elements))
        .map(|inst| inst[2])
        .collect();
    let arrays: Vec<u32> =
        of(op::TYPE_ARRAY).filter(|inst| lengths.contains(&inst[3])).map(|inst| inst[1]).collect();
    let pointers: Vec<u32> = of(op::TYPE_POINTER)
        .filter(|inst| inst[2] == FUNCTION && arrays.contains(&inst[3]))
        .map(|inst| inst[1])
        .collect();
    let zeros: Vec<u32> = of(op::CONSTANT_NULL).map(|inst| inst[2]).collect();
    let mut out: Vec<u32> = words.iter().take(HEADER).copied().collect();
    for (opcode, inst) in instructions(words) {
        match inst {
            [_, ty, result, class, zero]
                if opcode == op::VARIABLE && pointers.contains(ty) && zeros.contains(zero) =>
            {
                out.extend([4 << 16 | op::VARIABLE, *ty, *result, *class]);
            }
            _ => out.extend_from_slice(inst),
        }
    }
    out
}

/// A module with the capabilities, the execution modes of its entry points and a decoration for each operation on floats.
fn decorated(words: &[u32], modes: Modes) -> Vec<u32> {
    let inst = |opcode: u32, operands: &[u32]| {
        let head = (operands.len() as u32 + 1) << 16 | opcode;
        [head].into_iter().chain(operands.iter().copied()).collect::<Vec<u32>>()
    };
    let results: Vec<u32> = instructions(words)
        .filter(|(opcode, _)| op::ARITHMETIC.contains(opcode))
        .filter_map(|(_, inst)| inst.get(2).copied())
        .collect();
    let entries: Vec<u32> = instructions(words)
        .filter(|(opcode, _)| *opcode == op::ENTRY_POINT)
        .filter_map(|(_, inst)| inst.get(2).copied())
        .collect();
    let capabilities = modes.list().flat_map(|(capability, _)| inst(op::CAPABILITY, &[capability]));
    let execution_modes = || {
        let each = entries.iter().flat_map(|entry| modes.list().map(move |(_, mode)| [*entry, mode, 32]));
        each.flat_map(|operands| inst(op::EXECUTION_MODE, &operands))
    };
    let mut out: Vec<u32> = words.iter().take(HEADER).copied().chain(capabilities).collect();
    let (mut has_modes, mut has_decorations) = (false, false);
    for (opcode, words) in instructions(words) {
        if opcode == op::EXECUTION_MODE && !has_modes {
            out.extend(execution_modes());
            has_modes = true;
        }
        if [op::DECORATE, op::MEMBER_DECORATE].contains(&opcode) && !has_decorations {
            out.extend(results.iter().flat_map(|result| inst(op::DECORATE, &[*result, NO_CONTRACTION])));
            has_decorations = true;
        }
        out.extend_from_slice(words);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHADER: &str = "@group(0) @binding(0) var<storage, read_write> data: array<f32, 4>;
@compute @workgroup_size(1)
fn main() {
    data[0] = data[1] * data[2] + data[3];
    data[1] = data[2] / data[3] - 1.0;
}
";

    #[test]
    fn every_operation_is_decorated_before_the_types() {
        let words = spirv(SHADER, false, Modes([true; 3])).unwrap();
        let all: Vec<(u32, &[u32])> = instructions(&words).collect();
        let results: Vec<u32> =
            all.iter().filter(|(op, _)| op::ARITHMETIC.contains(op)).map(|(_, inst)| inst[2]).collect();
        assert_eq!(results.len(), 4, "a product, a sum, a quotient, a difference");
        for result in results {
            assert!(
                all.iter().any(|(_, inst)| **inst == [3 << 16 | 71, result, 42]),
                "{result} is decorated"
            );
        }
        // 7.1 of the specification, the logical layout: capabilities, entry points, execution modes, decorations, types.
        let at = |opcode| all.iter().position(|(op, _)| *op == opcode).unwrap();
        let last = |opcode| all.iter().rposition(|(op, _)| *op == opcode).unwrap();
        let void_type = 19;
        assert!(last(17) < at(15) && at(15) < at(16) && last(16) < at(71) && last(71) < at(void_type));
        assert_eq!(all.iter().filter(|(op, inst)| *op == 16 && inst[3..] == [32]).count(), 3);
        assert_eq!(words.len(), HEADER + all.iter().map(|(_, inst)| inst.len()).sum::<usize>());
    }

    #[test]
    fn long_arrays_alone_hold_nothing_at_first() {
        let shader = "@group(0) @binding(0) var<storage, read_write> data: array<u32, 4>;
@compute @workgroup_size(1)
fn main() {
    var long: array<u32, 200>;
    var short: array<u32, 100>;
    var one: u32;
    long[data[0]] = 1u;
    short[data[0]] = one;
    data[1] = long[data[2]] + short[data[2]];
}
";
        let words = spirv(shader, false, Modes::NONE).unwrap();
        let variables = |words: &[u32]| -> Vec<usize> {
            let variables =
                instructions(words).filter(|(op, inst)| *op == op::VARIABLE && inst[3] == FUNCTION);
            variables.map(|(_, inst)| inst.len()).collect()
        };
        assert_eq!(variables(&words), [5, 5, 5]);
        let without = without_zeros(&words, 128);
        assert_eq!(variables(&without).iter().filter(|len| **len == 4).count(), 1);
        assert_eq!(without.len(), words.len() - 1);
        assert_eq!(without_zeros(&words, 201), words);
        assert_eq!(without_zeros(&words, 100).len(), words.len() - 2);
    }

    #[test]
    fn text_that_is_no_shader_is_an_error() {
        assert!(spirv("fn main( {", false, Modes([false; 3])).is_err());
    }
}
