//! The programs that a certificate runs, made from the tables: every operator, operation of the library, cast, atomic and collective,
//! and every way out of bounds.

use vyre::ir::library::Operation;
use vyre::ir::{
    AtomicOp, BinOp, BufferDecl, CollectiveOp, DataType, Expr, Node, Program, Typing, UnOp, casts, library,
};
use vyre_random::{Case, Contents};

/// A case and what it is about.
pub(super) type Named = (String, Case);

/// What makes the cases of a section.
pub(super) type Cases = fn() -> Vec<Named>;

/// The most elements of a case: an operation of floats takes the tree walker long.
const ELEMENTS: usize = 400;

/// Values of a type at which something could go wrong, as words.
fn edges(ty: DataType) -> Vec<Vec<u32>> {
    const WORDS: [u32; 12] =
        [0, 1, 2, 31, 32, 33, 0x0001_0000, 0x1234_5678, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, u32::MAX];
    const HALVES: [u32; 5] = [0, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX];
    // Zeros, ones, subnormal numbers, the greatest, infinities, NaN and others.
    const FLOATS: [u32; 14] = [
        0,
        0x8000_0000,
        0x3f80_0000,
        0xbf80_0000,
        1,
        0x8000_0001,
        0x007f_ffff,
        0x0080_0000,
        0x7f7f_ffff,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0x4049_0fdb,
        0xc2c8_0000,
    ];
    const OF_16: [u32; 6] = [0x0400_0000, 0x03ff_0000, 0x3c00_0000, 0x7bff_0000, 0x7c00_0000, 0x7e01_0000];
    let pairs = || HALVES.iter().flat_map(|low| HALVES.iter().map(|high| vec![*low, *high])).collect();
    match ty {
        DataType::Bool => vec![vec![0], vec![1]],
        DataType::F32 => FLOATS.iter().map(|bits| vec![*bits]).collect(),
        DataType::Vec2F32 => FLOATS.iter().map(|bits| vec![*bits, 0x3f80_0000]).collect(),
        DataType::Vec4F32 => FLOATS.iter().map(|bits| vec![*bits, 0, 1, 0xbf80_0000]).collect(),
        // The upper halves, and those of the other format.
        ty if ty.is_packed() => FLOATS.iter().chain(&OF_16).map(|bits| vec![bits >> 16]).collect(),
        // The upper words are those of an `f32`, with its exponent where an `f64` has it.
        DataType::F64 => {
            FLOATS.iter().flat_map(|bits| [vec![0, *bits], vec![!bits, bits ^ 0x0780_0000]]).collect()
        }
        DataType::U64 | DataType::Vec2U32 => pairs(),
        DataType::Vec4U32 => WORDS.iter().map(|word| vec![*word, !*word, word / 3, 7]).collect(),
        // Numbers of every length.
        DataType::U128 => {
            let quads = |word: &u32| {
                [[*word, 0, 0, 0], [*word, !word, 0, 0], [0, *word, word / 3, 7], [!word, 9, *word, *word]]
            };
            WORDS.iter().flat_map(quads).map(Vec::from).collect()
        }
        _ => WORDS.iter().map(|word| vec![*word]).collect(),
    }
}

/// All combinations of edges of some types, or evenly chosen ones: the words of a buffer for each type.
fn combined(types: &[DataType]) -> (usize, Vec<Vec<u32>>) {
    let lists: Vec<Vec<Vec<u32>>> = types.iter().map(|ty| edges(ty.clone())).collect();
    let all: usize = lists.iter().map(Vec::len).product();
    // A step that shares no factor with the lengths, so that every value of each type comes.
    let (count, step) = if all > ELEMENTS { (ELEMENTS, (all / ELEMENTS) | 1) } else { (all, 1) };
    let mut buffers = vec![Vec::new(); types.len()];
    for at in 0..count {
        let mut rest = at * step % all;
        for (list, buffer) in lists.iter().zip(&mut buffers) {
            buffer.extend(&list[rest % list.len()]);
            rest /= list.len();
        }
    }
    (count, buffers)
}

/// A program that gives every invocation one element of each input, and stores what `result` makes of them.
fn elementwise(inputs: &[DataType], output: DataType, result: impl FnOnce(Vec<Expr>) -> Expr) -> Case {
    let (count, columns) = combined(inputs);
    let i = || Expr::invocation_id(0);
    let name = |at: usize| format!("in{at}");
    // Floats of 16 bits come and go as words with their bits.
    let bound = |ty: DataType| if ty.is_packed() { DataType::U32 } else { ty };
    let mut buffers: Vec<BufferDecl> = inputs
        .iter()
        .enumerate()
        .map(|(at, ty)| BufferDecl::read(name(at), at as u32, bound(ty.clone())))
        .collect();
    buffers.push(BufferDecl::read_write("out", inputs.len() as u32, bound(output.clone())));
    let load = |(at, ty): (usize, &DataType)| match Expr::load(name(at), i()) {
        bits if ty.is_packed() => Expr::compose(ty.clone(), vec![bits]),
        value => value,
    };
    let value = result(inputs.iter().enumerate().map(load).collect());
    let store = Node::store("out", i(), if output.is_packed() { Expr::component(value, 0) } else { value });
    let entry = vec![Node::if_then(i().lt(Expr::buf_len("out")), vec![store])];
    let mut contents: Vec<Contents> = columns.into_iter().map(Contents::Words).collect();
    contents.push(Contents::Words(vec![0; count * output.lanes()]));
    let groups = count.div_ceil(64) as u32;
    Case::new(Program::new(buffers, [64, 1, 1], entry), [groups, 1, 1], contents)
}

/// The rows of a certificate: those that give one result. What is approximate never mixes with what is strict.
fn strict_binary() -> impl Iterator<Item = &'static BinOp> {
    BinOp::ALL.iter().filter(|op| op.tolerance_ulp().is_none())
}

fn strict_unary() -> impl Iterator<Item = &'static UnOp> {
    UnOp::ALL.iter().filter(|op| op.tolerance_ulp().is_none())
}

fn strict_collectives() -> impl Iterator<Item = &'static CollectiveOp> {
    CollectiveOp::ALL.iter().filter(|op| op.tolerance_ulp().is_none())
}

fn strict_operations() -> impl Iterator<Item = &'static library::Row> {
    let is_strict = |row: &&library::Row| Operation::of(row.id).and_then(Operation::tolerance_ulp).is_none();
    library::rows().filter(is_strict)
}

pub(super) fn operators() -> Vec<Named> {
    let halves = [DataType::F32, DataType::F16, DataType::BF16];
    let typed = |typing: Typing| {
        let all = halves.into_iter().map(move |ty| typing.in_program_of(&ty));
        let mut types: Vec<(DataType, DataType)> = all.collect();
        types.dedup();
        types
    };
    let named = |op: &str, operand: DataType| match operand.is_packed() {
        true => format!("{op} on {operand}"),
        false => op.to_string(),
    };
    let every =
        strict_binary().flat_map(|op| typed.clone()(op.typing()).into_iter().map(move |types| (op, types)));
    let binary = every.map(|(op, (operand, result))| {
        let case = elementwise(&[operand.clone(), operand.clone()], result, |mut args| {
            let right = args.pop().unwrap_or(Expr::u32(0));
            Expr::binary(*op, args.pop().unwrap_or(Expr::u32(0)), right)
        });
        (named(&format!("{op:?}"), operand), case)
    });
    let every =
        strict_unary().flat_map(|op| typed.clone()(op.typing()).into_iter().map(move |types| (op, types)));
    let unary = every.map(|(op, (operand, result))| {
        let case = elementwise(std::slice::from_ref(&operand), result, |mut args| {
            Expr::unary(*op, args.pop().unwrap_or(Expr::u32(0)))
        });
        (named(&format!("{op:?}"), operand), case)
    });
    binary.chain(unary).collect()
}

pub(super) fn operations() -> Vec<Named> {
    let call = |row: &'static library::Row| {
        (row.id.to_string(), elementwise(row.inputs, row.output.clone(), |args| Expr::call(row.id, args)))
    };
    strict_operations().map(call).collect()
}

pub(super) fn casts() -> Vec<Named> {
    let rows = casts::CASTS.iter().filter(|row| row.source != DataType::Bytes);
    let cast = |row: &casts::Cast| {
        let case = elementwise(std::slice::from_ref(&row.source), row.target.clone(), |mut args| {
            Expr::cast(row.target.clone(), args.pop().unwrap_or(Expr::u32(0)))
        });
        (format!("{} to {}", row.source, row.target), case)
    };
    rows.map(cast).collect()
}

/// A case from a text, with words for its buffers.
fn text(size: u32, groups: u32, program: &str, words: &[&[u32]]) -> Option<Case> {
    let program = format!("program workgroup_size {size}, 1, 1 {program}").parse().ok()?;
    let inputs = words.iter().map(|words| Contents::Words(words.to_vec())).collect();
    Some(Case::new(program, [groups, 1, 1], inputs))
}

pub(super) fn bounds() -> Vec<Named> {
    // In bounds, at the end, and where offsets in bytes would wrap.
    let at: &[u32] = &[0, 4, 5, 6, 0x3fff_ffff, 0x4000_0000, 0x4000_0002, u32::MAX];
    let (five, zeros): (&[u32], &[u32]) = (&[10, 11, 12, 13, 14], &[0; 8]);
    let head = "buffer at: read u32 @ 0 buffer out: read_write u32 @ 2";
    let loads = |name: &str, access: &str, index: &str| {
        let load = format!("entry {{ let i = invocation_id.x; out[i] = {index}; }}");
        let case = text(8, 1, &format!("{head} buffer a: {access} @ 1 {load}"), &[at, zeros, five]);
        Some((name.to_string(), case?))
    };
    let stores = |name: &str, entry: &str| {
        let case = text(
            8,
            1,
            &format!("{head} buffer a: read_write u32 @ 1 entry {{ {entry} }}"),
            &[at, zeros, five],
        );
        Some((name.to_string(), case?))
    };
    let own = |name: &str, access: &str| {
        let entry = format!(
            "buffer at: read u32 @ 0 buffer out: read_write u32 @ 1 buffer a: {access} u32[5]
             entry {{ let i = local_id.x; if i < 5 {{ a[i] = i + 20; }} barrier; out[i] = a[at[i]]; }}"
        );
        Some((name.to_string(), text(8, 1, &entry, &[at, zeros])?))
    };
    [
        loads("a load of a buffer that is read", "read u32", "a[at[i]]"),
        loads("a load of a buffer that is written", "read_write u32", "a[at[i]]"),
        loads("a load of a uniform buffer", "uniform u32", "a[at[i]]"),
        stores("a store", "let i = invocation_id.x; a[at[i]] = i + 100; barrier; out[i] = a[i];"),
        stores("an atomic", "let i = invocation_id.x; out[i] = atomic_add(a[at[i]], 5);"),
        stores("an atomic load and store", "let i = invocation_id.x; atomic_store(a[at[i]], i); out[i] = i;"),
        own("a workgroup array", "workgroup"),
        text(
            8,
            1,
            "buffer at: read u32 @ 0 buffer out: read_write u32 @ 1 buffer a: private u32[5]
             entry { let i = local_id.x; a[at[i]] = 7; out[i] = a[at[i]] + a[4]; }",
            &[at, zeros],
        )
        .map(|case| ("a local array".to_string(), case)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

pub(super) fn atomics() -> Vec<Named> {
    let buffers = "buffer c: read_write u32 @ 0 buffer out: read_write u32 @ 1";
    let own = AtomicOp::ALL.iter().filter_map(|op| {
        let (name, expected) = (op.spelling().text(), if op.takes_expected() { "c[i] + i % 2, " } else { "" });
        let entry = format!(
            "{buffers} entry {{ let i = invocation_id.x; let e = i * 7; out[i] = {name}(c[i], {expected}e + 3); }}"
        );
        let entry = entry.replace("c[i] + i % 2, ", "i % 2, ");
        let case = text(32, 4, &entry, &[&[1; 128], &[0; 128]])?;
        Some((format!("{name} on elements of its own"), case))
    });
    // These give the same in every order.
    let names = ["atomic_add", "atomic_or", "atomic_and", "atomic_xor", "atomic_min", "atomic_max"];
    let shared = names.iter().filter_map(|name| {
        let entry = format!(
            "{buffers} entry {{ let i = invocation_id.x; let old = {name}(c[i % 3], i * 2654435769); out[i] = i; }}"
        );
        let case = text(64, 8, &entry, &[&[0x0f0f_0f0f; 3], &[0; 512]])?;
        Some((format!("{name} by 512 invocations"), case))
    });
    // The same of elements of two words.
    let buffers = "buffer c: read_write u64 @ 0 buffer out: read_write u64 @ 1";
    let own_long = AtomicOp::ALL.iter().filter_map(|op| {
        let (name, expected) = (op.spelling().text(), if op.takes_expected() { "u64(i % 2, 1), " } else { "" });
        let entry = format!(
            "{buffers} entry {{ let i = invocation_id.x; out[i] = {name}(c[i], {expected}u64(i * 7, i % 3)); }}"
        );
        let case = text(32, 4, &entry, &[&[1; 256], &[0; 256]])?;
        Some((format!("{name} on elements of 64 bits of its own"), case))
    });
    let shared_long = names.iter().filter_map(|name| {
        let entry = format!(
            "{buffers} entry {{ let i = invocation_id.x; let old = {name}(c[i % 3], u64(i * 2654435769, i)); out[i] = u64(i, 0); }}"
        );
        let case = text(64, 8, &entry, &[&[0x0f0f_0f0f; 6], &[0; 1024]])?;
        Some((format!("{name} of 64 bits by 512 invocations"), case))
    });
    own.chain(shared).chain(own_long).chain(shared_long).collect()
}

pub(super) fn barriers() -> Vec<Named> {
    let out = "buffer a: read u32 @ 0 buffer out: read_write u32 @ 1";
    let data: Vec<u32> = (0..256).map(|at: u32| at.wrapping_mul(0x9e37_79b9) >> 7).collect();
    let case = |name: &str, entry: &str| {
        let case = text(64, 4, &format!("{out} {entry}"), &[&data, &[0; 256]])?;
        Some((name.to_string(), case))
    };
    let phases = [
        case(
            "exchange in a workgroup array",
            "buffer t: workgroup u32[64] entry { let l = local_id.x; t[l] = a[invocation_id.x]; barrier;
             out[invocation_id.x] = t[63 - l]; }",
        ),
        case(
            "exchange in a buffer",
            "entry { let i = invocation_id.x; out[i] = a[i]; barrier; let x = out[i ^ 63]; barrier; out[i] = x; }",
        ),
        case(
            "a sum in a tree",
            "buffer t: workgroup u32[64] entry { let l = local_id.x; t[l] = a[invocation_id.x]; barrier;
             for k in 0..6 { let half = 32 >> k; if l < half { t[l] = t[l] + t[l + half]; } barrier; }
             out[invocation_id.x] = t[0]; }",
        ),
        case(
            "a failed assertion",
            "entry { let i = invocation_id.x; assert(i != 77, \"seventy-seven\"); out[i] = 1; }",
        ),
    ];
    let collectives = strict_collectives().filter_map(|op| {
        let id = if op.takes_id() { ", 5" } else { "" };
        let name = op.function();
        let takes_floats = op.result(&DataType::U32).is_none();
        let [value, word] = match takes_floats {
            true => ["f_from_u32(a[invocation_id.x])", "cast<u32>(x)"],
            false => ["a[invocation_id.x]", "x"],
        };
        case(name, &format!("entry {{ let x = {name}({value}{id}); out[invocation_id.x] = {word}; }}"))
    });
    phases.into_iter().flatten().chain(collectives).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_random::{Order, evaluate};

    /// A text that does not parse would be left out.
    #[test]
    fn no_case_is_lost_and_each_is_valid() {
        let all = [operators(), operations(), casts(), bounds(), atomics(), barriers()];
        let counts = all.each_ref().map(Vec::len);
        let of_library = strict_operations().count();
        let casts = casts::CASTS.iter().filter(|row| row.source != DataType::Bytes).count();
        let (atomics, collectives) = (2 * (AtomicOp::ALL.len() + 6), strict_collectives().count() + 4);
        // Those of floats are there on each type, but conversions to and from integers.
        let of_floats = |typing: Typing| {
            matches!(typing, Typing::Float | Typing::Elementary | Typing::FloatSign | Typing::FloatOrder)
        };
        let halves = strict_binary().filter(|op| of_floats(op.typing())).count()
            + strict_unary().filter(|op| of_floats(op.typing())).count();
        let operators = strict_binary().count() + strict_unary().count() + 2 * halves;
        let expected = [operators, of_library, casts, 8, atomics, collectives];
        assert_eq!(counts, expected);
        for (name, case) in all.iter().flatten() {
            assert!(case.validate().is_ok(), "{name}\n{case}");
        }
    }

    /// Nothing that a certificate compares depends on the order of invocations.
    #[test]
    fn no_case_depends_on_the_order() {
        for (name, case) in bounds().into_iter().chain(atomics()).chain(barriers()) {
            let [first, second] = [Order::Forward, Order::Interleaved(1)].map(|order| evaluate(&case, order));
            assert!(first.is_ok() && first == second, "{name}\n{case}\n{first:?}");
            assert!(first.is_ok_and(|outcome| outcome.race.is_none()), "{name}\n{case}");
        }
    }
}
