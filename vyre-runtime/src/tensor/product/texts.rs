//! The programs of matrix products, as texts: they depend on the types, on which strides are 1, and on the way.

/// Three sizes, and the offset and the three strides of each tensor.
const PARAMS: &str = "buffer p: uniform u32[15] @ 4";

/// What programs of elements of a type and of results of a type have in common.
struct Words {
    head: String,
    zero: &'static str,
    /// The type of the chains.
    chain: &'static str,
    zero_chain: &'static str,
    load: fn(&str) -> String,
    step: fn(&str, &str, &str) -> String,
    store: String,
    /// The position of an element: of `a`, `b` and `c`.
    at: [String; 3],
}

fn words([ty, result]: [&'static str; 2], unit: [bool; 3]) -> Words {
    let (zero, chain, zero_chain) = match ty {
        "f32" => ("0.0f", "f32", "0.0f"),
        "f16" => ("f16(0)", "f32", "0.0f"),
        "bf16" => ("bf16(0)", "f32", "0.0f"),
        "f64" => ("f64(0, 0)", "f64", "f64(0, 0)"),
        "u64" => ("u64(0, 0)", "u64", "u64(0, 0)"),
        _ => ("0", "u32", "0"),
    };
    let is_half = matches!(ty, "f16" | "bf16");
    let load: fn(&str) -> String =
        if is_half { |value| format!("cast<f32>({value})") } else { |value| value.to_string() };
    let step: fn(&str, &str, &str) -> String = match ty {
        "u64" => |a, b, sum| format!("call primitive.u64.add({sum}, call primitive.u64.mul({a}, {b}))"),
        "u32" => |a, b, sum| format!("{sum} + {a} * {b}"),
        _ => |a, b, sum| format!("f_mul_add({a}, {b}, {sum})"),
    };
    let store = match result == chain {
        true => "SUM".to_string(),
        false => format!("cast<{result}>(SUM)"),
    };
    let at = |first: usize, is_unit: bool| {
        let column = if is_unit { "COLUMN".to_string() } else { format!("(COLUMN) * p[{}]", first + 3) };
        format!("{}_first + (ROW) * p[{}] + {column}", ["a", "b", "c"][(first - 3) / 4], first + 2)
    };
    Words {
        head: format!("buffer a: read {ty} @ 0 buffer b: read {ty} @ 1 buffer c: read_write {result} @ 2"),
        zero,
        chain,
        zero_chain,
        load,
        step,
        store,
        at: [at(3, unit[0]), at(7, unit[1]), at(11, unit[2])],
    }
}

fn element(at: &str, row: &str, column: &str) -> String {
    at.replace("ROW", row).replace("COLUMN", column)
}

/// A program in which an invocation computes an element.
pub(super) fn plain(types: [&'static str; 2], unit: [bool; 3]) -> String {
    let words = words(types, unit);
    let [a, b, c] = &words.at;
    let a = (words.load)(&format!("a[{}]", element(a, "i", "q")));
    let b = (words.load)(&format!("b[{}]", element(b, "q", "j")));
    let (head, zero) = (&words.head, words.zero_chain);
    let step = (words.step)(&a, &b, "sum");
    let (c, store) = (element(c, "i", "j"), words.store.replace("SUM", "sum"));
    format!(
        "program workgroup_size 64, 4, 1 {head} {PARAMS} entry {{
            let j = invocation_id.x; let i = invocation_id.y; let z = invocation_id.z;
            if (i < p[0]) & (j < p[1]) {{
                let a_first = p[3] + z * p[4]; let b_first = p[7] + z * p[8]; let c_first = p[11] + z * p[12];
                let sum = {zero};
                for q in 0..p[2] {{ sum = {step}; }}
                c[{c}] = {store};
            }}
        }}"
    )
}

/// The rows, and the columns, of the tile of a workgroup.
pub(super) const TILE: usize = 128;

/// Which tiles a program computes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tiles {
    All,
    /// All, as if nothing were subnormal. It notes in `hard` the tiles in which something could be.
    Noting,
    /// Those that are noted.
    Noted,
}

/// A program in which a workgroup computes a tile and an invocation 8 x 8 elements of it, in steps of 8 in k. While it computes a step, it loads the next one. The step's parts of `a` and `b` lie in
/// workgroup memory, four neighbours of a column of `a` and of a row of `b` in a vector where they fit in one: an H100 takes 1.1 times as long without vectors.
///
/// Let the least magnitudes of elements in the tile's part of `a` and of `b`, zeros left aside, be at least 2^e and 2^f, and normal. Then products are multiples of 2^(e + f - 46), and so are the sums of
/// a chain, because rounding a multiple of a power of two gives one, or 0. If e + f is at least -80, all that is not 0 is at least 2^-126: nothing is subnormal.
/// Twice the bits of an element less 1 has the exponent, or one less, in its upper 8 bits, and 255 there if the element is 0: with its bias of 127, the exponents are to have a sum of at least 174, and
/// neither may be 0, which it is of what is subnormal.
pub(super) fn tiled(types: [&'static str; 2], unit: [bool; 3], tiles: Tiles) -> String {
    let words = words(types, unit);
    let [a, b, c] = &words.at;
    let (head, zero, chain) = (&words.head, words.zero, words.chain);
    let a = format!("a[{}]", element(a, "row", "ak"));
    let a = (words.load)(&format!("select((row < p[0]) & (ak < p[2]), {a}, {zero})"));
    let b = format!("b[{}]", element(b, "bk", "column"));
    let b = (words.load)(&format!("select((bk < p[2]) & (column < p[1]), {b}, {zero})"));
    let step = (words.step)("own[i]", "others[j]", "sums[i * 8 + j]");
    let (c, store) = (element(c, "row", "column"), words.store.replace("SUM", "sums[i * 8 + j]"));
    let (element, count) = if are_words(chain) { ("vec4<u32>", 1) } else { (chain, 4) };
    let count_of = if tiles == Tiles::Noted { "eight" } else { "8" };
    let round = format!(
        "{} {} for i in 0..{count_of} {{ for j in 0..{count_of} {{ sums[i * 8 + j] = {step}; }} }}",
        fetch(chain, "own", "left", ["q * 33 + y * 2", "q * 33 + y * 2 + 1"]),
        fetch(chain, "others", "right", ["q * 32 + x", "q * 32 + x + 16"]),
    );
    let tile = "(z * ((p[0] + 127) / 128) + workgroup_id.y) * ((p[1] + 127) / 128) + workgroup_id.x";
    let mut notes = Notes::default();
    match tiles {
        Tiles::All => {}
        Tiles::Noting => {
            notes = Notes {
                buffer: "buffer hard: read_write u32 @ 3",
                least: "let least_a = 0xffffffff; let least_b = 0xffffffff;",
                least_a: "least_a = min(least_a, (cast<u32>(next_a[i]) << 1) - 1);",
                least_b: "least_b = min(least_b, (cast<u32>(next_b[i]) << 1) - 1);",
                ..notes
            };
            notes.end = format!(
                "let of_a = workgroup_min(least_a); let of_b = workgroup_min(least_b);
                 if l == 0 {{
                    hard[{tile}] = select((min(of_a, of_b) < 0x1000000) | ((of_a >> 24) + (of_b >> 24) < 174), 1, 0);
                 }}"
            );
        }
        Tiles::Noted => {
            notes.buffer = "buffer hard: read u32 @ 3";
            // No loop of so many rounds is unrolled: the chains are long programs here, so one is to stand once.
            notes.begin = format!("let eight = hard[{tile}] * 8; if eight == 0 {{ return; }}");
        }
    }
    let load = |step: &str| {
        let Notes { least_a, least_b, .. } = &notes;
        format!(
            "for i in 0..4 {{
                let row = top + l / 8 * 4 + i; let ak = ({step}) * 8 + l % 8;
                next_a[i] = {a}; {least_a}
                let bk = ({step}) * 8 + l / 32; let column = across + l % 32 * 4 + i;
                next_b[i] = {b}; {least_b}
            }}"
        )
    };
    let (load_first, load_next) = (load("0"), load("step + 1"));
    let keep_a = keep(chain, "left", "l % 8 * 33 + l / 8", "next_a");
    let keep_b = keep(chain, "right", "l", "next_b");
    // What lies beyond k takes no part: a zero more could change the sign of a zero. Nothing waits for what is loaded before the step is computed, unless a branch stands between.
    let step = |rounds: &str| {
        format!("{keep_a} {keep_b} barrier; {load_next} for q in 0..{rounds} {{ {round} }} barrier;")
    };
    let steps = match tiles {
        Tiles::All | Tiles::Noting => format!(
            "for step in 0..p[2] / 8 {{ {} }}
             if p[2] % 8 != 0 {{ {keep_a} {keep_b} barrier; for q in 0..p[2] % 8 {{ {round} }} }}",
            step("8")
        ),
        Tiles::Noted => {
            format!(
                "for step in 0..p[2] / 8 + min(p[2] % 8, 1) {{ {} }}",
                step("min(eight, p[2] - step * 8)")
            )
        }
    };
    let Notes { buffer, least, begin, end, .. } = notes;
    format!(
        "program workgroup_size 256, 1, 1 {head} {buffer} {PARAMS}
        buffer left: workgroup {element}[{}] buffer right: workgroup {element}[{}]
        buffer sums: private {chain}[64] buffer own: private {chain}[8] buffer others: private {chain}[8]
        buffer next_a: private {chain}[4] buffer next_b: private {chain}[4]
        entry {{
            let l = local_id.x; let x = l % 16; let y = l / 16; let z = workgroup_id.z;
            {begin}
            let top = workgroup_id.y * 128; let across = workgroup_id.x * 128;
            let a_first = p[3] + z * p[4]; let b_first = p[7] + z * p[8]; let c_first = p[11] + z * p[12];
            {least}
            {load_first}
            {steps}
            for i in 0..8 {{
                for j in 0..8 {{
                    let row = top + y * 8 + i; let column = across + j / 4 * 64 + x * 4 + j % 4;
                    if (row < p[0]) & (column < p[1]) {{ c[{c}] = {store}; }}
                }}
            }}
            {end}
        }}",
        33 * 8 * count,
        32 * 8 * count,
    )
}

/// What a program with tiles has for those that are to be computed anew.
#[derive(Default)]
struct Notes {
    buffer: &'static str,
    least: &'static str,
    least_a: &'static str,
    least_b: &'static str,
    begin: String,
    end: String,
}

/// Whether four neighbours of a tile are a vector of words.
fn are_words(chain: &str) -> bool {
    matches!(chain, "f32" | "u32")
}

/// Stores the four values of a private array as neighbours, at the place of a vector in workgroup memory.
fn keep(chain: &str, to: &str, at: &str, from: &str) -> String {
    if are_words(chain) {
        let words = [0, 1, 2, 3].map(|i| format!("cast<u32>({from}[{i}])"));
        return format!("{to}[{at}] = vec4<u32>({});", words.join(", "));
    }
    (0..4).map(|i| format!("{to}[({at}) * 4 + {i}] = {from}[{i}];")).collect()
}

/// Loads two vectors into a private array.
fn fetch(chain: &str, to: &str, from: &str, at: [&str; 2]) -> String {
    let value = |half: usize, i: usize| match are_words(chain) {
        true => format!("cast<{chain}>({to}_{half}.{i})"),
        false => format!("{from}[({}) * 4 + {i}]", at[half]),
    };
    let vectors =
        (0..2).filter(|_| are_words(chain)).map(|half| format!("let {to}_{half} = {from}[{}];", at[half]));
    let values = (0..8).map(|i| format!("{to}[{i}] = {};", value(i / 4, i % 4)));
    vectors.chain(values).collect()
}
