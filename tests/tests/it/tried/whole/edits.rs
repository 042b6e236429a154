use vyre::prelude::*;

/// Edit distances with the edits themselves.
#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    pub const MAX: usize = 15;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Edit {
        Keep = b'=',
        Replace = b'~',
        Insert = b'+',
        Delete = b'-',
    }

    impl From<Edit> for u8 {
        fn from(edit: Edit) -> u8 {
            edit as u8
        }
    }

    #[derive(Clone, Copy)]
    pub struct Costs {
        pub replace: u32,
        pub insert: u32,
        pub delete: u32,
    }

    impl Default for Costs {
        fn default() -> Self {
            Costs { replace: 1, insert: 1, delete: 1 }
        }
    }

    /// A vector of bounded length.
    #[derive(Clone, Copy)]
    pub struct Script<const N: usize> {
        edits: [Option<Edit>; N],
        len: usize,
    }

    impl<const N: usize> Script<N> {
        pub fn new() -> Self {
            Self { edits: [None; N], len: 0 }
        }

        pub fn push(&mut self, edit: Edit) {
            self.edits[self.len] = Some(edit);
            self.len += 1;
        }

        pub fn reversed(mut self) -> Self {
            self.edits[..self.len].reverse();
            self
        }

        pub fn iter(&self) -> impl Iterator<Item = Edit> + '_ {
            self.edits[..self.len].iter().copied().flatten()
        }

        pub fn count(&self, wanted: Edit) -> usize {
            self.iter().filter(|edit| *edit == wanted).count()
        }
    }

    struct Table {
        cells: [[u32; MAX + 1]; MAX + 1],
    }

    impl Table {
        fn fill(a: &[u8], b: &[u8], costs: &Costs) -> Self {
            let mut cells = [[0; MAX + 1]; MAX + 1];
            for (j, cell) in cells[0].iter_mut().enumerate().take(b.len() + 1) {
                *cell = j as u32 * costs.insert;
            }
            for (i, x) in a.iter().enumerate() {
                cells[i + 1][0] = cells[i][0] + costs.delete;
                for (j, y) in b.iter().enumerate() {
                    let kept = if x == y { 0 } else { costs.replace };
                    cells[i + 1][j + 1] = [cells[i][j] + kept, cells[i][j + 1] + costs.delete, cells[i + 1][j] + costs.insert]
                        .into_iter()
                        .min()
                        .unwrap();
                }
            }
            Table { cells }
        }

        fn trace(&self, a: &[u8], b: &[u8], costs: &Costs) -> Script<30> {
            let mut script = Script::new();
            let (mut i, mut j) = (a.len(), b.len());
            loop {
                let here = self.cells[i][j];
                let edit = match (i, j) {
                    (0, 0) => break,
                    (0, _) => Edit::Insert,
                    (_, 0) => Edit::Delete,
                    _ if a[i - 1] == b[j - 1] && here == self.cells[i - 1][j - 1] => Edit::Keep,
                    _ if here == self.cells[i - 1][j - 1] + costs.replace => Edit::Replace,
                    _ if here == self.cells[i - 1][j] + costs.delete => Edit::Delete,
                    _ => Edit::Insert,
                };
                script.push(edit);
                if !matches!(edit, Edit::Insert) {
                    i -= 1;
                }
                if !matches!(edit, Edit::Delete) {
                    j -= 1;
                }
            }
            script.reversed()
        }
    }

    pub struct Diff {
        pub distance: u32,
        pub script: Script<30>,
    }

    pub fn diff(a: &[u8], b: &[u8], costs: Costs) -> Diff {
        let table = Table::fill(a, b, &costs);
        Diff { distance: table.cells[a.len()][b.len()], script: table.trace(a, b, &costs) }
    }

    /// What the script makes of `a`.
    pub fn apply(script: &Script<30>, a: &[u8], b: &[u8]) -> [u8; MAX + 1] {
        let mut out = [0; MAX + 1];
        let mut old = a.iter();
        let mut new = b.iter();
        let mut slots = out.iter_mut();
        for edit in script.iter() {
            let byte = match edit {
                Edit::Keep => {
                    new.next();
                    old.next()
                }
                Edit::Replace => {
                    old.next();
                    new.next()
                }
                Edit::Insert => new.next(),
                Edit::Delete => {
                    old.next();
                    continue;
                }
            };
            if let (Some(slot), Some(byte)) = (slots.next(), byte) {
                *slot = *byte;
            }
        }
        out
    }

    fn word(padded: &[u8; MAX + 1]) -> &[u8] {
        let end = padded.iter().position(|b| *b == 0).unwrap_or(padded.len());
        &padded[..end]
    }

    #[kernel(workgroup_size = 16)]
    pub fn diffs(words: &[[u8; 16]], distances: &mut [[u32; 3]], scripts: &mut [[u8; 32]], applied: &mut [[u8; 16]]) {
        let i = invocation_id().x as usize;
        if i >= distances.len() {
            return;
        }
        let (a, b) = (words[2 * i], words[2 * i + 1]);
        let (a, b) = (word(&a), word(&b));
        let Diff { distance, script } = diff(a, b, Costs::default());
        let dear = diff(a, b, Costs { replace: 3, ..Default::default() });
        distances[i] = [distance, dear.distance, script.count(Edit::Keep) as u32];
        let mut text = [b' '; 32];
        for (c, edit) in text.iter_mut().zip(script.iter()) {
            *c = edit.into();
        }
        scripts[i] = text;
        applied[i] = apply(&script, a, b);
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let pairs = [
        ("kitten", "sitting", [3, 5, 4], "~===~=+"),
        ("", "abc", [3, 3, 0], "+++"),
        ("abc", "", [3, 3, 0], "---"),
        ("flaw", "lawn", [2, 2, 3], "-===+"),
        ("same", "same", [0, 0, 4], "===="),
        ("saturday", "sunday", [3, 4, 5], "=--=~==="),
    ];
    let words: Vec<[u8; 16]> = pairs
        .iter()
        .flat_map(|(a, b, ..)| [*a, *b])
        .map(|text| std::array::from_fn(|i| text.as_bytes().get(i).copied().unwrap_or(0)))
        .collect();
    let (mut distances, mut scripts, mut applied) = ([[0; 3]; 6], [[0; 32]; 6], [[0; 16]; 6]);
    gpu::diffs(&words, &mut distances, &mut scripts, &mut applied).dispatch(device)?;
    for (i, (a, b, expected, script)) in pairs.iter().enumerate() {
        assert_eq!(distances[i], *expected, "{a} {b}");
        assert_eq!(String::from_utf8_lossy(&scripts[i]).trim_end(), *script);
        assert_eq!(applied[i], words[2 * i + 1]);
        let plain = gpu::diff(a.as_bytes(), b.as_bytes(), gpu::Costs::default());
        assert_eq!(plain.distance, expected[0]);
        assert_eq!(plain.script.iter().map(|e| e as u8 as char).collect::<String>(), *script);
    }
    Ok(())
}
