//! Damages the tokens of a text, and makes texts of kernels by a small grammar.

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn pick<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }
}

const WORDS: &[&str] = &[
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "f16",
    "bf16",
    "f32",
    "f64",
    "bool",
    "char",
    "str",
    "Self",
    "self",
    "super",
    "crate",
    "mut",
    "let",
    "if",
    "else",
    "for",
    "in",
    "while",
    "loop",
    "match",
    "return",
    "break",
    "continue",
    "fn",
    "const",
    "static",
    "struct",
    "enum",
    "impl",
    "where",
    "unsafe",
    "async",
    "await",
    "move",
    "ref",
    "as",
    "dyn",
    "box",
    "r#type",
    "Uniform",
    "AtomicU32",
    "Bytes",
    "invocation_id",
    "local_id",
    "workgroup_id",
    "barrier",
    "workgroup_array",
    "x",
    "y",
    "z",
    "len",
    "min",
    "max",
    "pow",
    "isqrt",
    "iter",
    "enumerate",
    "zip",
    "rev",
    "step_by",
    "map",
    "fold",
    "split_at",
    "chunks",
    "load",
    "store",
    "fetch_add",
    "swap",
    "compare_exchange",
    "cast",
    "vyre",
    "true",
    "false",
    "MAX",
    "EPSILON",
    "from_bits",
    "clone",
    "assert",
    "assert_eq",
    "panic",
    "vec",
    "println",
    "_",
    "a",
    "b",
    "out",
    "i",
    "n",
    "T",
    "N",
    "Number",
    "workgroup_sum",
];
const LITERALS: &[&str] = &[
    "0",
    "1",
    "2",
    "31",
    "32",
    "255",
    "256",
    "0x7fff_ffff",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "1u8",
    "300u8",
    "-1",
    "340282366920938463463374607431768211456",
    "1.0",
    "1e39",
    "0.1f16",
    "1e-50",
    "2.",
    "1_f32",
    "1f64",
    "0b1",
    "0o7",
    "1usize",
    "1i128",
    "'a'",
    "b'a'",
    "\"text\"",
    "b\"bytes\"",
    "c\"c\"",
    "r\"raw\"",
    "'static",
];
const SIGNS: &[&str] = &[
    "+",
    "-",
    "*",
    "/",
    "%",
    "^",
    "&",
    "|",
    "!",
    "<",
    ">",
    "=",
    ".",
    ",",
    ";",
    ":",
    "#",
    "$",
    "?",
    "@",
    "&&",
    "||",
    "<<",
    ">>",
    "==",
    "!=",
    "<=",
    ">=",
    "+=",
    "<<=",
    "..",
    "..=",
    "...",
    "::",
    "->",
    "=>",
    "|x|",
    "&mut",
    "'l:",
    "as u32",
    "as u8",
    "?",
    "()",
    "[]",
    "{}",
    "[0; 4]",
    "[0]",
    "(0, 1)",
    "{ 0 }",
    "#[inline]",
    "#[cfg(x)]",
    "if true { 0 } else { 1 }",
    "return;",
    "break 'l",
    "a[i]",
    ".0",
    ".x",
];

/// Damages a text once to four times. What is no text of tokens stays as it is.
pub(crate) fn damaged(text: &str, random: &mut Random) -> String {
    let Ok(tokens) = text.parse::<TokenStream>() else { return text.to_string() };
    let mut pool = Vec::new();
    gather(&tokens, &mut pool);
    let mut tokens = tokens;
    for _ in 0..=random.below(4) {
        let mut at = random.below(count(&tokens).max(1));
        tokens = damage(tokens, &mut at, &pool, random);
    }
    tokens.to_string()
}

fn count(tokens: &TokenStream) -> usize {
    let inner =
        |token: TokenTree| if let TokenTree::Group(group) = token { 1 + count(&group.stream()) } else { 1 };
    tokens.clone().into_iter().map(inner).sum()
}

/// Every token tree, groups too.
fn gather(tokens: &TokenStream, pool: &mut Vec<TokenTree>) {
    for token in tokens.clone() {
        if let TokenTree::Group(group) = &token {
            gather(&group.stream(), pool);
        }
        pool.push(token);
    }
}

/// Damages the token at a position, counted through the groups.
fn damage(tokens: TokenStream, at: &mut usize, pool: &[TokenTree], random: &mut Random) -> TokenStream {
    let mut list: Vec<TokenTree> = tokens.into_iter().collect();
    for index in 0..list.len() {
        if *at == 0 {
            *at = usize::MAX;
            change(&mut list, index, pool, random);
            break;
        }
        *at -= 1;
        if let TokenTree::Group(group) = &list[index] {
            let inner = damage(group.stream(), at, pool, random);
            let mut changed = Group::new(group.delimiter(), inner);
            changed.set_span(group.span());
            list[index] = changed.into();
            if *at == usize::MAX {
                break;
            }
        }
    }
    list.into_iter().collect()
}

fn change(list: &mut Vec<TokenTree>, at: usize, pool: &[TokenTree], random: &mut Random) {
    let other = random.below(list.len());
    match random.below(10) {
        0 => drop(list.remove(at)),
        1 => list.insert(at, list[other].clone()),
        2 => list.swap(at, other),
        3 => drop(list.drain(at..(at + 1 + random.below(4)).min(list.len()))),
        4 => {
            let copied: Vec<TokenTree> = list[at..(at + 1 + random.below(8)).min(list.len())].to_vec();
            list.splice(at..at, copied);
        }
        5 | 6 => list[at] = pool[random.below(pool.len())].clone(),
        7 => list.insert(at, pool[random.below(pool.len())].clone()),
        8 => wrapped(list, at, random),
        _ => drop(list.splice(at..=at, fresh(&list[at].clone(), random))),
    }
}

/// Puts tokens into a group, or takes them out of theirs.
fn wrapped(list: &mut Vec<TokenTree>, at: usize, random: &mut Random) {
    if let TokenTree::Group(group) = list[at].clone() {
        list.splice(at..=at, group.stream());
        return;
    }
    let end = (at + 1 + random.below(3)).min(list.len());
    let inner: TokenStream = list[at..end].iter().cloned().collect();
    let delimiters = [Delimiter::Parenthesis, Delimiter::Bracket, Delimiter::Brace];
    let group = Group::new(delimiters[random.below(3)], inner);
    list.splice(at..end, [TokenTree::from(group)]);
}

/// Tokens of the language in the place of one.
fn fresh(token: &TokenTree, random: &mut Random) -> Vec<TokenTree> {
    let text = match (token, random.below(4)) {
        (TokenTree::Ident(_), 1..) => random.pick(WORDS),
        (TokenTree::Literal(_), 1..) => random.pick(LITERALS),
        (_, 1..) => random.pick(SIGNS),
        _ => match random.below(3) {
            0 => random.pick(WORDS),
            1 => random.pick(LITERALS),
            _ => random.pick(SIGNS),
        },
    };
    match text.parse::<TokenStream>() {
        Ok(tokens) => tokens.into_iter().collect(),
        Err(_) => vec![
            TokenTree::from(Ident::new("i", Span::call_site())),
            TokenTree::from(Punct::new('+', Spacing::Alone)),
            TokenTree::from(Literal::u32_unsuffixed(1)),
        ],
    }
}

/// A kernel by a grammar, most of whose names and types fit.
pub(crate) fn kernel(random: &mut Random) -> String {
    let mut grammar = Grammar { random, names: vec!["i".into(), "n".into()], depth: 0 };
    let (one, other) = (grammar.ty(), grammar.ty());
    let count = 1 + grammar.random.below(6);
    let body: String = (0..count).map(|_| grammar.statement()).collect();
    let size = grammar.random.pick(&[
        "",
        "(workgroup_size = 64)",
        "(workgroup_size = (8, 8))",
        "(workgroup_size = 1)",
    ]);
    format!(
        "#[vyre::function] fn f(x: {one}) -> {one} {{ let n = 3u32; x }}
         #[vyre::kernel{size}] fn kernel(a: &[{one}], b: &mut [{other}], c: &[AtomicU32], n: u32) {{
            let i = invocation_id().x; let mut v = n; {body} }}"
    )
}

struct Grammar<'r> {
    random: &'r mut Random,
    names: Vec<String>,
    depth: usize,
}

impl Grammar<'_> {
    fn ty(&mut self) -> &'static str {
        self.random.pick(&[
            "u32", "i32", "u64", "i64", "f32", "u8", "i16", "u16", "f16", "bool", "u128", "[u32; 4]",
            "[f32; 3]", "[u8; 3]",
        ])
    }

    fn name(&mut self) -> String {
        let at = self.random.below(self.names.len());
        self.names[at].clone()
    }

    fn expr(&mut self) -> String {
        self.depth += 1;
        let kind = if self.depth > 5 { self.random.below(4) } else { self.random.below(20) };
        let text = match kind {
            0 | 1 => self.name(),
            2 => self.random.pick(LITERALS).to_string(),
            3 => "v".to_string(),
            4 => format!("a[{}]", self.expr()),
            5 => format!("b[{} as usize]", self.expr()),
            6..=9 => {
                let op =
                    self.random.pick(&["+", "-", "*", "/", "%", "^", "&", "|", "<<", ">>", "==", "<", "&&"]);
                format!("({} {op} {})", self.expr(), self.expr())
            }
            10 => format!("{} as {}", self.expr(), self.ty()),
            11 => {
                let method = self.random.pick(&[
                    "min",
                    "wrapping_add",
                    "checked_sub",
                    "pow",
                    "abs_diff",
                    "rotate_left",
                    "is_some_and",
                    "max",
                    "mul_add",
                    "get",
                ]);
                format!("{}.{method}({})", self.expr(), self.expr())
            }
            12 => {
                let method = self.random.pick(&[
                    "count_ones",
                    "len",
                    "sqrt",
                    "load",
                    "abs",
                    "to_bits",
                    "is_empty",
                    "sum",
                    "unwrap",
                ]);
                format!("{}.{method}()", self.expr())
            }
            13 => format!("if {} {{ {} }} else {{ {} }}", self.expr(), self.expr(), self.expr()),
            14 => format!("f({})", self.expr()),
            15 => format!(
                "match {} {{ 0 => {}, 1..=5 | 9 => {}, k if k > 3 => k, _ => {} }}",
                self.expr(),
                self.expr(),
                self.expr(),
                self.expr()
            ),
            16 => format!("[{}, {}][{}]", self.expr(), self.expr(), self.expr()),
            17 => format!("({}, {}).{}", self.expr(), self.expr(), self.random.below(3)),
            18 => format!("{{ {} {} }}", self.statement(), self.expr()),
            _ => format!("{}{}", self.random.pick(&["!", "-", "&", "*"]), self.expr()),
        };
        self.depth -= 1;
        text
    }

    fn statement(&mut self) -> String {
        self.depth += 1;
        let known = self.names.len();
        let kind = if self.depth > 4 { self.random.below(4) } else { self.random.below(14) };
        let text = match kind {
            0 | 1 => {
                let value = self.expr();
                let name = format!("x{}", self.random.below(6));
                self.names.push(name.clone());
                self.depth -= 1;
                return format!("let {}{name} = {value};", self.random.pick(&["", "mut "]));
            }
            2 => {
                format!("b[{}] {} {};", self.expr(), self.random.pick(&["=", "+=", "^=", "<<="]), self.expr())
            }
            3 => format!("v {} {};", self.random.pick(&["=", "+=", "|=", "/="]), self.expr()),
            4 => format!("if {} {{ {} }}", self.expr(), self.statement()),
            5 => format!("for k in {}..{} {{ {} }}", self.expr(), self.expr(), self.statement()),
            6 => format!("for (k, e) in a.iter().enumerate() {{ {} }}", self.statement()),
            7 => format!("while {} {{ {} break; }}", self.expr(), self.statement()),
            8 => format!("'l: loop {{ {} if {} {{ break 'l; }} }}", self.statement(), self.expr()),
            9 => "barrier();".to_string(),
            10 => format!("c[{}].fetch_add({});", self.expr(), self.expr()),
            11 => format!(
                "if let {} = {} {{ {} }}",
                self.random.pick(&["Some(k)", "(k, _)", "3..", "[k, ..]"]),
                self.expr(),
                self.statement()
            ),
            12 => format!(
                "let mut t = workgroup_array::<{}, 8>(); t[{}] = {};",
                self.ty(),
                self.expr(),
                self.expr()
            ),
            _ => format!("let (p, mut q) = ({}, {}); q = p; return;", self.expr(), self.expr()),
        };
        self.names.truncate(known);
        self.depth -= 1;
        text
    }
}
