//! What tiles say to the tiles behind them, so that one launch has what three would.
//!
//! With look-back (Merrill and Garland, 2016) a workgroup takes the next tile, says what the tile has in all, and looks at what the tiles before it have said. What it
//! needs of another workgroup is in the word that it observes, so no order of memory is assumed. Nor is it that other workgroups go on: after so many looks in vain it computes what
//! the tile in question has by itself (decoupled fallback: Smith, Levien and Owens, 2025).

use crate::program::{Builder, GROUP};
use crate::reduce::{Join, neutral};
use crate::tile;
use crate::value::{Value, of_words, to_words, words_of};
use vyre_runtime::algorithm::Stored;
use vyre_runtime::ir::{AtomicOp, CollectiveOp, DataType, Expr, Node};
use vyre_runtime::{Device, Error, Leaf};

/// What tiles say, behind a counter of the tiles that are taken: for each tile one `u64`, if the value is one word and the device has atomics of 64 bits, else two words for each
/// of the value.
pub(crate) struct LookBack {
    said: Stored,
    is_long: bool,
    /// After so many looks in vain a workgroup computes what it waits for.
    looks: u32,
    /// Whether workgroups take the last tile first, so that nobody finds what it waits for.
    is_backward: bool,
}

/// The looks of a scan: a workgroup has said what its tile has long before.
const LOOKS: u32 = 4096;

/// Above the bits of the value: whether a word says nothing, what the tile has, or what all tiles up to it have.
const TILE: u32 = 1;
const ALL: u32 = 2;
/// The bits of a value that one of two words says.
const HALF: u32 = 16;

impl LookBack {
    pub(crate) fn new(device: &Device, leaves: &[Leaf], tiles: u32) -> Result<LookBack, Error> {
        let is_long = words_of(leaves) == 1 && tile::has_long_atomics(device);
        let said = if is_long {
            Stored::of(&device.zeros::<u64>(1 + tiles as usize)?)
        } else {
            Stored::of(&device.zeros::<u32>(1 + tiles as usize * 2 * words_of(leaves) as usize)?)
        };
        Ok(LookBack { said, is_long, looks: LOOKS, is_backward: false })
    }

    /// The buffer in a program.
    pub(crate) fn name(&self, b: &mut Builder) -> String {
        if self.is_long { b.longs(&self.said) } else { b.output(&self.said) }
    }

    /// One of which no workgroup finds what it waits for before it has looked so often, on devices that run workgroups one after the other.
    #[cfg(test)]
    pub(crate) fn backward(self, looks: u32) -> LookBack {
        LookBack { looks, is_backward: true, ..self }
    }

    /// What the program depends on.
    pub(crate) fn numbers(&self) -> [u32; 3] {
        [self.looks, u32::from(self.is_long), u32::from(self.is_backward)]
    }

    /// The next tile.
    pub(crate) fn take(&self, b: &mut Builder, name: &str, (local, tiles): (&Expr, &Expr)) -> Expr {
        let taken = b.variable(Expr::u32(0));
        b.open_if(local.clone().equals(0u32));
        let one = if self.is_long { long(1u32.into(), 0u32.into()) } else { Expr::u32(1) };
        let next = b.bind(Expr::atomic(AtomicOp::Add, name, 0u32, one));
        let next = if self.is_long { b.bind(Expr::component(next, 0)) } else { next };
        b.assign(&taken, if self.is_backward { tiles.clone() - 1 - next } else { next });
        b.close();
        b.broadcast(Expr::var(taken), 0)
    }

    /// Says something of a tile, if this invocation is the first one. What was said of more tiles stays.
    fn say(&self, b: &mut Builder, name: &str, (local, tile): (&Expr, &Expr), flag: &Expr, value: &Value) {
        b.open_if(local.clone().equals(0u32));
        let words = value.leaves.iter().zip(&value.parts).flat_map(|(leaf, part)| to_words(*leaf, part));
        let words: Vec<Expr> = words.collect();
        let mut raise = |at: Expr, said: Expr| b.bind(Expr::atomic(AtomicOp::Max, name, at, said));
        match &words[..] {
            [word] if self.is_long => {
                raise(tile.clone() + 1, long(word.clone(), flag.clone()));
            }
            words => {
                let first = tile.clone() * (2 * words.len() as u32) + 1;
                let halves = words.iter().flat_map(|word| [word.clone() & 0xffff, word.clone() >> HALF]);
                for (number, half) in (0..).zip(halves) {
                    raise(first.clone() + number, (flag.clone() << 30) | half);
                }
            }
        }
        b.close();
    }

    /// What is said of a tile, 0 while its words disagree, and the value.
    fn heard(&self, b: &mut Builder, name: &str, tile: &Expr, leaves: &[Leaf]) -> (Expr, Value) {
        let (flag, words) = if self.is_long {
            let said = b.bind(Expr::atomic_load(name, tile.clone() + 1));
            (b.bind(Expr::component(said.clone(), 1)), vec![Expr::component(said, 0)])
        } else {
            let count = 2 * words_of(leaves);
            let first = b.bind(tile.clone() * count + 1);
            let halves: Vec<Expr> =
                (0..count).map(|at| b.bind(Expr::atomic_load(name, first.clone() + at))).collect();
            let flag = b.bind(halves[0].clone() >> 30);
            let agree = halves[1..].iter().map(|half| (half.clone() >> 30).equals(flag.clone()));
            let agree = agree.reduce(|all, one| all & one).unwrap_or(Expr::u32(1));
            let joined = halves.chunks(2).map(|half| (half[0].clone() & 0xffff) | (half[1].clone() << HALF));
            (b.bind(Expr::select(agree.differs(0u32), flag, Expr::u32(0))), joined.collect())
        };
        let mut words = words.into_iter();
        let mut value = Value { leaves: Vec::new(), parts: Vec::new() };
        for leaf in leaves {
            let words = words.by_ref().take(leaf.words() as usize).collect();
            let part = b.bind(of_words(*leaf, words));
            value = value.with(Value::of(*leaf, part));
        }
        (flag, value)
    }

    /// Says what a tile has, and finds out what the tiles before it have in all.
    pub(crate) fn before(
        &self,
        b: &mut Builder,
        name: &str,
        (tile, total): (&Expr, &Value),
        all: &Joined<'_>,
    ) -> Value {
        let Joined { join, leaves, local, .. } = *all;
        let flag_of = |b: &mut Builder, tile: &Expr| {
            b.bind(Expr::select(tile.clone().equals(0u32), Expr::u32(ALL), Expr::u32(TILE)))
        };
        let flag = flag_of(b, tile);
        self.say(b, name, (local, tile), &flag, total);
        let mine = b.variables(neutral(join, leaves));
        // The tiles whose values are not joined yet, and how often nobody has said anything of the last of them.
        let (left, looks) = (b.variable(tile.clone()), b.variable(Expr::u32(0)));
        let outer = b.depth();
        b.open_loop(Expr::u32(0), Expr::u32(u32::MAX));
        b.open_if(Expr::var(left.clone()).equals(0u32));
        b.push(Node::Break);
        b.close();
        // An invocation looks at one of them. Before the first tile nothing stands, which is all there is.
        let is_there = b.bind(local.clone().lt(Expr::var(left.clone())));
        let at = b.bind(Expr::select(
            is_there.clone().differs(0u32),
            Expr::var(left.clone()) - 1 - local.clone(),
            Expr::u32(0),
        ));
        let (flag, value) = self.heard(b, name, &at, leaves);
        let flag = b.bind(Expr::select(is_there.clone().differs(0u32), flag, Expr::u32(ALL)));
        // The nearest tile that knows all, or of which nothing is known.
        let place = b.bind((local.clone() << 1) | flag.clone().equals(0u32));
        let place = Expr::select(flag.equals(TILE), Expr::u32(2 * GROUP + 1), place);
        let nearest = b.together(CollectiveOp::Min, place);
        let (reach, is_all) = (b.bind(nearest.clone() >> 1), b.bind((nearest & 1).equals(0u32)));
        let is_joined = is_there & local.clone().lt(reach.clone() + is_all.clone());
        b.open_if(is_joined.differs(0u32));
        let joined = join.emit(b, &value, &mine.value());
        b.assign_all(&mine, &joined);
        b.close();
        b.open_if(is_all.differs(0u32));
        b.push(Node::Break);
        b.close();
        b.assign(&left, Expr::var(left.clone()) - reach.clone());
        let again = Expr::select(reach.equals(0u32), Expr::var(looks.clone()) + 1, Expr::u32(0));
        b.assign(&looks, again);
        b.open_if(Expr::var(looks.clone()).gt(self.looks));
        let missing = b.bind(Expr::var(left.clone()) - 1);
        let found = (all.of_tile)(b, &missing);
        let flag = flag_of(b, &missing);
        self.say(b, name, (local, &missing), &flag, &found);
        b.open_if(local.clone().equals(0u32));
        let joined = join.emit(b, &found, &mine.value());
        b.assign_all(&mine, &joined);
        b.close();
        b.assign(&left, missing);
        b.assign(&looks, Expr::u32(0));
        b.close_to(outer);
        let before = tile::all(b, local, join, &mine.value());
        let up_to = join.emit(b, &before, total);
        self.say(b, name, (local, tile), &Expr::u32(ALL), &up_to);
        before
    }
}

/// What tiles join, and how a workgroup finds out by itself what a tile has in all.
pub(crate) struct Joined<'j> {
    pub(crate) join: &'j Join,
    pub(crate) leaves: &'j [Leaf],
    /// The number of the invocation in its workgroup.
    pub(crate) local: &'j Expr,
    pub(crate) of_tile: &'j dyn Fn(&mut Builder, &Expr) -> Value,
}

/// The `u64` of two words.
fn long(low: Expr, high: Expr) -> Expr {
    Expr::compose(DataType::U64, vec![low, high])
}
