//! Hashes over blocks of results, which devices make themselves: who compares two devices compares a word for each block, and moves nothing else.

use vyre::ir::{AtomicOp, BufferDecl, CollectiveOp, DataType, Expr, Node, Program};
use vyre::{Arg, Buffer, Device, Error};

/// The invocations of a workgroup, which join their hashes. The numbers of a block are a multiple.
pub const GROUP: u32 = 512;

/// The blocks of a launch.
const AT_ONCE: u32 = 16;

/// Numbers in blocks: `count` of them in each, `step` apart.
#[derive(Clone, Copy, Debug)]
pub struct Blocks {
    /// How many blocks.
    pub blocks: u32,
    /// The numbers of a block.
    pub count: u32,
    /// How far a number is from the one before it; odd, so that no number comes twice.
    pub step: u32,
}

/// All numbers of 32 bits.
pub const ALL: Blocks = Blocks { blocks: 256, count: 1 << 24, step: 1 };

impl Blocks {
    /// The numbers of a block.
    pub fn numbers(self, block: u32) -> impl Iterator<Item = u32> {
        let first = block.wrapping_mul(self.count);
        (0..self.count).map(move |at| first.wrapping_add(at).wrapping_mul(self.step))
    }

    /// How many numbers there are.
    pub fn len(self) -> u64 {
        u64::from(self.blocks) * u64::from(self.count)
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// The constants of a hash: how far it is shifted, and by what it is multiplied then.
const ROUNDS: [(u32, u32); 3] = [(16, 0x85eb_ca6b), (13, 0xc2b2_ae35), (16, 1)];

/// What a result adds to the hash of its block. For one number no two results add the same, so a single wrong one is never missed.
pub fn mixed(number: u32, result: u32) -> u32 {
    let hash = result.wrapping_mul(0x9e37_79b1) ^ number;
    ROUNDS.into_iter().fold(hash, |hash, (places, factor)| (hash ^ hash >> places).wrapping_mul(factor))
}

/// A program that adds what the results for each number give to the hashes of the number's block: one for each word of a result. `operands` are buffers
/// of which a result may take the element of its number.
pub fn program(of: Blocks, operands: &[&str], words: impl FnOnce(Expr) -> Vec<Expr>) -> Program {
    let var = |name: String| Expr::var(name.as_str());
    let block = || Expr::WorkgroupId { axis: 1 };
    let first = (Expr::load("first", 0u32) + block()) * of.count;
    let number = (first + Expr::invocation_id(0)) * of.step;
    let mut body = vec![Node::let_bind("number", number)];
    let words = words(Expr::var("number"));
    let count = words.len() as u32;
    for (at, word) in (0..).zip(words) {
        let mut last = format!("word{at}");
        body.push(Node::let_bind(last.as_str(), (word * 0x9e37_79b1u32) ^ Expr::var("number")));
        for (round, (places, factor)) in ROUNDS.into_iter().enumerate() {
            let next = format!("hash{at}_{round}");
            let folded = var(last.clone()) ^ (var(last) >> places);
            body.push(Node::let_bind(next.as_str(), folded * factor));
            last = next;
        }
        let (sum, old) = (format!("sum{at}"), format!("old{at}"));
        body.push(Node::collective(sum.as_str(), CollectiveOp::Sum, var(last)));
        let add = Expr::atomic(AtomicOp::Add, "hashes", block() * count + at, var(sum));
        let store = vec![Node::let_bind(old.as_str(), add)];
        body.push(Node::if_then(Expr::LocalId { axis: 0 }.equals(0u32), store));
    }
    let mut buffers =
        vec![BufferDecl::read("first", 0, DataType::U32), BufferDecl::read_write("hashes", 1, DataType::U32)];
    buffers.extend((2..).zip(operands).map(|(at, name)| BufferDecl::read(*name, at, DataType::U32)));
    Program::new(buffers, [GROUP, 1, 1], body)
}

/// The hashes that a device makes of blocks, so many for each. The operands are those of all numbers.
///
/// # Errors
/// As [`Device::run`].
pub fn on(
    device: &Device,
    program: &Program,
    of: Blocks,
    words: usize,
    operands: &[Buffer<u32>],
) -> Result<Vec<u32>, Error> {
    let mut hashes = vec![0u32; of.blocks as usize * words];
    for (first, hashes) in (0u32..).step_by(AT_ONCE as usize).zip(hashes.chunks_mut(AT_ONCE as usize * words))
    {
        let blocks = (hashes.len() / words) as u32;
        let first = [first];
        let args = [Arg::read(&first), Arg::write(hashes)].into_iter();
        device.run(program, [of.count / GROUP, blocks, 1], args.chain(operands.iter().map(Arg::buffer)))?;
    }
    Ok(hashes)
}
