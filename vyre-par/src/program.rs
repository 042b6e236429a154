//! Programs while they are built: statements, buffers, parameters and the user's functions; and the programs that have been built before.

use crate::chain::Stage;
use crate::value::{Layout, Value, words_of};
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use vyre_runtime::algorithm::{Compiled, Stored};
use vyre_runtime::ir::{BinOp, BufferDecl, CollectiveOp, DataType, Event, Expr, Link, Node, Program, walk};
use vyre_runtime::{Arg, Call, Device, Error, Function, Leaf};

/// A function of the user's with what it takes from around it.
#[derive(Clone)]
pub(crate) struct Fun {
    callee: fn() -> &'static Function,
    captured: Vec<u32>,
    /// The leaves of the result.
    output: Vec<Leaf>,
}

impl Fun {
    pub(crate) fn of<Args, R: vyre_runtime::ParItem, F: Call<Args, R>>(function: &F) -> Fun {
        Fun {
            callee: function.compiled(),
            captured: function.captured(),
            output: crate::value::leaves::<R>(),
        }
    }
}

impl Fun {
    /// The leaves of the result.
    pub(crate) fn output(&self) -> &Vec<Leaf> {
        &self.output
    }

    /// The operator, if the function is one of two `u32`s: `|a, b| a + b` is.
    pub(crate) fn operator(&self) -> Option<BinOp> {
        let function = (self.callee)();
        let is_of_words = function.inputs == [DataType::U32, DataType::U32] && self.output == [Leaf::U32];
        let is_alone = self.captured.is_empty() && function.operation.is_none();
        if !is_of_words || !is_alone {
            return None;
        }
        let program = Program::from_wire(function.parts.wire).ok()?;
        let [
            Node::Let { name: a, value: first },
            Node::Let { name: b, value: second },
            Node::Let { value, .. },
        ] = &program.entry[..]
        else {
            return None;
        };
        let is_argument = |value: &Expr, at: usize| {
            let argument = program.buffers.get(at).map(|buffer| &buffer.name);
            matches!(value, Expr::Load { buffer, .. } if Some(buffer) == argument)
        };
        let is_var = |expr: &Expr, name: &str| matches!(expr, Expr::Var(var) if var == name);
        match value {
            Expr::BinOp { op, left, right }
                if is_argument(first, 0) && is_argument(second, 1) && is_var(left, a) && is_var(right, b) =>
            {
                Some(*op)
            }
            _ => None,
        }
    }
}

/// The invocations of a workgroup.
pub(crate) const GROUP: u32 = 256;

/// A program that is being built.
pub(crate) struct Builder {
    /// The invocations of a workgroup.
    group: u32,
    buffers: Vec<(Stored, Bound)>,
    arrays: Vec<BufferDecl>,
    params: Vec<u32>,
    /// The statements that read them.
    reads: Vec<Node>,
    /// Words of parts of the user's chain, by where these parts lie, with what reads them.
    placed: HashMap<(usize, Vec<u32>), Vec<Expr>>,
    callees: Vec<fn() -> &'static Function>,
    /// What the program is known by, see [`Builder::sample`].
    samples: Vec<Vec<u8>>,
    /// The statements of the open blocks, each with what opened it.
    open: Vec<Vec<Node>>,
    opened: Vec<Opened>,
    names: usize,
}

/// What a program does with a buffer.
#[derive(Clone, Copy, PartialEq)]
enum Bound {
    Read,
    Written,
    /// Its elements are `u64`, for atomics.
    Longs,
}

impl Bound {
    fn arg(self, stored: &Stored) -> Arg<'_> {
        match self {
            Bound::Read => stored.arg(false),
            Bound::Written => stored.arg(true),
            Bound::Longs => stored.longs(),
        }
    }
}

enum Opened {
    If(Expr),
    Loop(String, Expr, Expr),
}

impl Builder {
    pub(crate) fn new() -> Builder {
        Builder::of_groups(GROUP)
    }

    /// A program with so many invocations in a workgroup.
    pub(crate) fn of_groups(group: u32) -> Builder {
        Builder {
            group,
            buffers: Vec::new(),
            arrays: Vec::new(),
            params: Vec::new(),
            reads: Vec::new(),
            placed: HashMap::new(),
            callees: Vec::new(),
            samples: Vec::new(),
            open: vec![Vec::new()],
            opened: Vec::new(),
            names: 0,
        }
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    pub(crate) fn push(&mut self, node: Node) {
        if let Some(nodes) = self.open.last_mut() {
            nodes.push(node);
        }
    }

    /// A variable with a value that stays.
    pub(crate) fn bind(&mut self, value: Expr) -> Expr {
        if let Expr::Var(_) | Expr::LitU32(_) = value {
            return value;
        }
        let name = self.name();
        self.push(Node::let_bind(name.clone(), value));
        Expr::var(name)
    }

    /// A variable to assign to.
    pub(crate) fn variable(&mut self, value: Expr) -> String {
        let name = self.name();
        self.push(Node::let_bind(name.clone(), value));
        name
    }

    pub(crate) fn assign(&mut self, name: &str, value: Expr) {
        self.push(Node::assign(name, value));
    }

    /// Variables for the leaves of a value.
    pub(crate) fn variables(&mut self, value: Value) -> Variables {
        let names = value.parts.into_iter().map(|part| self.variable(part)).collect();
        Variables { leaves: value.leaves, names }
    }

    pub(crate) fn assign_all(&mut self, variables: &Variables, value: &Value) {
        // All are read before any is written.
        let parts: Vec<Expr> = value.parts.iter().map(|part| self.bind(part.clone())).collect();
        for (name, part) in variables.names.iter().zip(parts) {
            self.assign(name, part);
        }
    }

    /// Opens an `if`.
    pub(crate) fn open_if(&mut self, cond: Expr) {
        self.opened.push(Opened::If(cond));
        self.open.push(Vec::new());
    }

    /// Opens a loop over `from..to`, and gives its variable.
    pub(crate) fn open_loop(&mut self, from: Expr, to: Expr) -> Expr {
        let name = self.name();
        self.opened.push(Opened::Loop(name.clone(), from, to));
        self.open.push(Vec::new());
        Expr::var(name)
    }

    /// How many blocks are open.
    pub(crate) fn depth(&self) -> usize {
        self.opened.len()
    }

    /// Closes the innermost block.
    pub(crate) fn close(&mut self) {
        let (Some(opened), Some(nodes)) = (self.opened.pop(), self.open.pop()) else { return };
        self.push(match opened {
            Opened::If(cond) => Node::if_then(cond, nodes),
            Opened::Loop(name, from, to) => Node::for_range(name, from, to, nodes),
        });
    }

    /// Closes blocks until so many are open.
    pub(crate) fn close_to(&mut self, depth: usize) {
        while self.depth() > depth {
            self.close();
        }
    }

    /// A word that the launch says.
    pub(crate) fn param(&mut self, word: u32) -> Expr {
        self.params.push(word);
        let load = Expr::load("params", self.params.len() as u32 - 1);
        // It stands before all blocks, so that it is seen everywhere.
        let name = self.name();
        self.reads.push(Node::let_bind(name.clone(), load));
        Expr::var(name)
    }

    /// Words that the launch says and that a part of the user's chain has. They are read once, however often that part is emitted.
    pub(crate) fn placed<T>(&mut self, part: &T, words: &[u32]) -> Vec<Expr> {
        let place = (std::ptr::from_ref(part).addr(), words.to_vec());
        if let Some(read) = self.placed.get(&place) {
            return read.clone();
        }
        let read: Vec<Expr> = words.iter().map(|word| self.param(*word)).collect();
        self.placed.insert(place, read.clone());
        read
    }

    /// The same of one word.
    pub(crate) fn placed_word(&mut self, word: &u32) -> Expr {
        self.placed(word, &[*word]).remove(0)
    }

    /// Emits a part of the program that others decide, by itself and at some index. [`Builder::launch_known`] knows the program by what it emits. The
    /// buffers and words that it reads are the program's. It is given variables: of numbers an expression may be computed, and tells less.
    pub(crate) fn sample(&mut self, part: impl FnOnce(&mut Builder, &Expr) -> Vec<Expr>) {
        let (_, nodes) = self.apart(part);
        self.samples.push(Program::new(Vec::new(), [1, 1, 1], nodes).to_wire());
    }

    /// The statements of a part of the program by itself, and the variable that is its index.
    fn apart(&mut self, part: impl FnOnce(&mut Builder, &Expr) -> Vec<Expr>) -> (Expr, Vec<Node>) {
        let open = std::mem::replace(&mut self.open, vec![Vec::new()]);
        let opened = std::mem::take(&mut self.opened);
        let at = Expr::var(self.variable(Expr::u32(0)));
        for result in part(self, &at) {
            self.variable(result);
        }
        self.close_to(0);
        let nodes = std::mem::replace(&mut self.open, open).pop().unwrap_or_default();
        self.opened = opened;
        (at, nodes)
    }

    /// The buffers of which a part of the program loads or stores the word at its index.
    pub(crate) fn accessed(
        &mut self,
        part: impl FnOnce(&mut Builder, &Expr) -> Vec<Expr>,
    ) -> BTreeSet<String> {
        let (at, nodes) = self.apart(part);
        let mut accessed = BTreeSet::new();
        walk(&nodes, |event| {
            let Event::Enter { node, exprs, .. } = event else { return };
            let mut exprs: Vec<&Expr> = exprs.into_iter().flatten().map(|(_, expr)| expr).collect();
            if let Node::Store { buffer, index, .. } = node
                && *index == at
            {
                accessed.insert(buffer.clone());
            }
            while let Some(expr) = exprs.pop() {
                exprs.extend(expr.children());
                if let Expr::Load { buffer, index } = expr
                    && **index == at
                {
                    accessed.insert(buffer.clone());
                }
            }
        });
        accessed
    }

    /// The same of what stores a value of these leaves in a buffer.
    pub(crate) fn accessed_by_store(
        &mut self,
        layout: &Layout,
        name: &str,
        leaves: &[Leaf],
    ) -> BTreeSet<String> {
        self.accessed(|b, at| {
            let value = b.variables(Value::zero(leaves)).value();
            layout.store(b, name, at, &value);
            Vec::new()
        })
    }

    /// The same of what stores a value of these leaves in a buffer.
    pub(crate) fn sample_store(&mut self, layout: &Layout, name: &str, leaves: &[Leaf]) {
        self.sample(|b, at| {
            let value = b.variables(Value::zero(leaves)).value();
            layout.store(b, name, at, &value);
            Vec::new()
        });
    }

    /// A buffer that is read.
    pub(crate) fn input(&mut self, stored: &Stored) -> String {
        self.buffer(stored, Bound::Read)
    }

    /// A buffer that is written.
    pub(crate) fn output(&mut self, stored: &Stored) -> String {
        self.buffer(stored, Bound::Written)
    }

    /// A buffer of `u64` for atomics.
    pub(crate) fn longs(&mut self, stored: &Stored) -> String {
        self.buffer(stored, Bound::Longs)
    }

    fn buffer(&mut self, stored: &Stored, bound: Bound) -> String {
        let known = self.buffers.iter().position(|(known, as_what)| known.is(stored) && *as_what == bound);
        let at = known.unwrap_or_else(|| {
            self.buffers.push((stored.clone(), bound));
            self.buffers.len() - 1
        });
        format!("buffer_{at}")
    }

    /// An array of each invocation.
    pub(crate) fn array(&mut self, count: u32) -> String {
        let name = format!("array_{}", self.arrays.len());
        self.arrays.push(BufferDecl::private(name.clone(), count, DataType::U32));
        name
    }

    /// An array of the workgroup.
    pub(crate) fn shared(&mut self, count: u32) -> String {
        let name = format!("array_{}", self.arrays.len());
        self.arrays.push(BufferDecl::workgroup(name.clone(), count, DataType::U32));
        name
    }

    /// An array of the workgroup, for atomics.
    pub(crate) fn shared_atomics(&mut self, count: u32) -> String {
        let name = format!("array_{}", self.arrays.len());
        self.arrays.push(BufferDecl::workgroup_atomic(name.clone(), count));
        name
    }

    /// Waits for the whole workgroup.
    pub(crate) fn barrier(&mut self) {
        self.push(Node::Barrier);
    }

    /// What the workgroup computes together of a number of each invocation.
    pub(crate) fn together(&mut self, op: CollectiveOp, value: Expr) -> Expr {
        let name = self.name();
        self.push(Node::collective(name.clone(), op, value));
        Expr::var(name)
    }

    /// What one invocation has, for all.
    pub(crate) fn broadcast(&mut self, value: Expr, id: u32) -> Expr {
        let name = self.name();
        self.push(Node::broadcast(name.clone(), value, id));
        Expr::var(name)
    }

    /// Calls a function.
    pub(crate) fn call(&mut self, function: &Fun, args: &[&Value]) -> Value {
        let compiled = (function.callee)();
        let callee =
            self.callees.iter().position(|known| std::ptr::eq(known(), compiled)).unwrap_or_else(|| {
                self.callees.push(function.callee);
                self.callees.len() - 1
            });
        let mut parts: Vec<Expr> = args.iter().flat_map(|value| value.parts.iter().cloned()).collect();
        // What it takes from around it comes last, and its types are those of the last parameters.
        let given: usize = parts.len();
        let mut inputs = Vec::new();
        let mut at = 0;
        let mut captured = self.placed(&function.captured, &function.captured).into_iter();
        for ty in compiled.inputs {
            let lanes = if ty.is_vector() { ty.lanes() } else { 1 };
            let mut lane_exprs = Vec::new();
            for _ in 0..lanes {
                if at < given {
                    lane_exprs.push(std::mem::replace(&mut parts[at], Expr::u32(0)));
                } else {
                    let scalar = ty.lane();
                    let count = scalar_words(&scalar);
                    let words = (0..count).map(|_| captured.next().unwrap_or(Expr::u32(0))).collect();
                    lane_exprs.push(composed(&scalar, words));
                }
                at += 1;
            }
            inputs.push(match lanes {
                1 => lane_exprs.remove(0),
                _ => Expr::compose(ty.clone(), lane_exprs),
            });
        }
        let inputs: Vec<Expr> = inputs.into_iter().map(|input| self.bind(input)).collect();
        let called = self.bind(Expr::call(Link::Function { callee, variant: 0 }.to_string(), inputs));
        let mut results = Vec::new();
        for (at, ty) in compiled.outputs.iter().enumerate() {
            let value = match compiled.outputs.len() {
                1 => called.clone(),
                _ => self.bind(Expr::component(called.clone(), at as u32)),
            };
            match ty.is_vector() {
                true => {
                    for lane in 0..ty.lanes() as u32 {
                        let lane = self.bind(Expr::component(value.clone(), lane));
                        results.push(lane);
                    }
                }
                false => results.push(value),
            }
        }
        Value { leaves: function.output.clone(), parts: results }
    }

    /// The index of the invocation, of the first `count` ones: what follows stands in an `if`.
    pub(crate) fn each(&mut self, count: u32) -> Expr {
        let count = self.param(count);
        self.each_of(count)
    }

    /// The same of as many as a word says that is read already.
    pub(crate) fn each_of(&mut self, count: Expr) -> Expr {
        let index = self.bind(Expr::invocation_id(0));
        self.open_if(index.clone().lt(count));
        index
    }

    /// Ends the program and launches it, for so many invocations.
    pub(crate) fn launch(self, device: &Device, name: &'static str, invocations: u32) -> Result<(), Error> {
        self.launch_groups(device, name, invocations.div_ceil(GROUP))
    }

    /// Ends the program and launches it, for so many workgroups.
    pub(crate) fn launch_groups(
        mut self,
        device: &Device,
        name: &'static str,
        groups: u32,
    ) -> Result<(), Error> {
        if groups == 0 {
            return Ok(());
        }
        let program = self.compiled(name)?;
        self.run(&program, device, groups)
    }

    /// Launches a program of this name that depends on nothing but these numbers and the samples. If it has been built before, `rest` is not called, which
    /// emits what follows the buffers and the parameters.
    ///
    /// With assertions the program is built each time, and compared.
    pub(crate) fn launch_known(
        mut self,
        device: &Device,
        (name, numbers): (&'static str, &[u32]),
        groups: u32,
        rest: impl FnOnce(&mut Builder),
    ) -> Result<(), Error> {
        if groups == 0 {
            return Ok(());
        }
        let (key, size) = (self.key(name, numbers), self.size());
        let programs = || sampled().lock().unwrap_or_else(PoisonError::into_inner);
        let known = programs().get(&key).cloned();
        if let Some(program) = &known
            && cfg!(not(debug_assertions))
        {
            return self.run(program, device, groups);
        }
        rest(&mut self);
        let built = self.compiled(name)?;
        match known {
            // A launch that does not build it would not know its other parameters and buffers.
            _ if self.size() != size => {
                BUILT_ANEW.fetch_add(1, Ordering::Relaxed);
            }
            Some(known) => debug_assert!(Arc::ptr_eq(&known, &built), "{name}: one key of two programs"),
            None => {
                programs().insert(key, Arc::clone(&built));
            }
        }
        self.run(&built, device, groups)
    }

    /// How many parameters and buffers there are.
    fn size(&self) -> [usize; 2] {
        [self.params.len(), self.buffers.len()]
    }

    fn key(&self, name: &'static str, numbers: &[u32]) -> SampledKey {
        let addresses = self.callees.iter().map(|callee| std::ptr::from_ref(callee()).addr()).collect();
        let [params, buffers] = self.size().map(|count| count as u32);
        (name, self.samples.clone(), addresses, [&[self.group, params, buffers], numbers].concat())
    }

    /// Ends the program and compiles it.
    fn compiled(&mut self, name: &'static str) -> Result<Arc<Compiled>, Error> {
        self.close_to(0);
        let mut decls = Vec::new();
        for (at, (_, bound)) in self.buffers.iter().enumerate() {
            let (name, binding) = (format!("buffer_{at}"), at as u32);
            decls.push(match bound {
                Bound::Read => BufferDecl::read(name, binding, DataType::U32),
                Bound::Written => BufferDecl::read_write(name, binding, DataType::U32),
                Bound::Longs => BufferDecl::read_write(name, binding, DataType::U64),
            });
        }
        let (count, params) = (decls.len() as u32, self.params.len() as u32);
        decls.append(&mut self.arrays);
        if params > 0 {
            decls.push(BufferDecl::uniform("params", count, DataType::U32).with_count(params));
        }
        let mut nodes = std::mem::take(&mut self.reads);
        nodes.extend(self.open.pop().unwrap_or_default());
        known(name, &Program::new(decls, [self.group, 1, 1], nodes), &self.callees)
    }

    /// Whether nobody has asked for such programs on this device before. The name, the numbers and the samples tell which ones they are.
    pub(crate) fn is_first(&self, name: &'static str, numbers: &[u32], device: &Device) -> bool {
        static SEEN: OnceLock<Mutex<HashSet<(SampledKey, String)>>> = OnceLock::new();
        let key = (self.key(name, numbers), device.info().to_string());
        SEEN.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner).insert(key)
    }

    fn run(&self, program: &Compiled, device: &Device, groups: u32) -> Result<(), Error> {
        let args = self.buffers.iter().map(|(stored, bound)| bound.arg(stored)).collect();
        if ONLY_PREPARES.get() {
            return program.prepare(device, args, &self.params);
        }
        program.run(device, [groups, 1, 1], args, &self.params)
    }
}

thread_local! {
    /// Whether launches of this thread only begin to compile their programs.
    static ONLY_PREPARES: Cell<bool> = const { Cell::new(false) };
}

/// Begins to compile all programs that some launches need, so that none of them waits for those before it. Nothing is launched.
pub(crate) fn prepare<R>(launches: impl FnOnce() -> Result<R, Error>) -> Result<R, Error> {
    struct Until;
    impl Drop for Until {
        fn drop(&mut self) {
            ONLY_PREPARES.set(false);
        }
    }
    ONLY_PREPARES.set(true);
    let _until = Until;
    launches()
}

/// Variables for the leaves of a value.
#[derive(Clone)]
pub(crate) struct Variables {
    leaves: Vec<Leaf>,
    names: Vec<String>,
}

impl Variables {
    pub(crate) fn value(&self) -> Value {
        Value {
            leaves: self.leaves.clone(),
            parts: self.names.iter().map(|name| Expr::var(name.clone())).collect(),
        }
    }
}

fn scalar_words(ty: &DataType) -> usize {
    match ty {
        DataType::U64 | DataType::F64 => 2,
        DataType::U128 => 4,
        _ => 1,
    }
}

/// A value of a type of one lane, of its words.
fn composed(ty: &DataType, mut words: Vec<Expr>) -> Expr {
    match ty {
        DataType::U64 | DataType::F64 | DataType::U128 | DataType::F16 | DataType::BF16 => {
            Expr::compose(ty.clone(), words)
        }
        DataType::U32 => words.remove(0),
        _ => Expr::cast(ty.clone(), words.remove(0)),
    }
}

/// What vectors are made of.
trait Vector {
    fn is_vector(&self) -> bool;
    fn lane(&self) -> DataType;
}

impl Vector for DataType {
    fn is_vector(&self) -> bool {
        matches!(self, DataType::Vec2U32 | DataType::Vec4U32 | DataType::Vec2F32 | DataType::Vec4F32)
    }

    fn lane(&self) -> DataType {
        match self {
            DataType::Vec2U32 | DataType::Vec4U32 => DataType::U32,
            DataType::Vec2F32 | DataType::Vec4F32 => DataType::F32,
            other => other.clone(),
        }
    }
}

/// How many launches there were of programs that are built each time, as some buffer or word is in none of their samples. There should be none.
static BUILT_ANEW: AtomicUsize = AtomicUsize::new(0);

/// For tests: [`BUILT_ANEW`].
#[doc(hidden)]
pub fn built_anew() -> usize {
    BUILT_ANEW.load(Ordering::Relaxed)
}

/// What a program is known by before it is built: its name, the samples in the wire form, the addresses of the functions that they call, and numbers.
type SampledKey = (&'static str, Vec<Vec<u8>>, Vec<usize>, Vec<u32>);

/// The programs that are known before they are built.
fn sampled() -> &'static Mutex<HashMap<SampledKey, Arc<Compiled>>> {
    static SAMPLED: OnceLock<Mutex<HashMap<SampledKey, Arc<Compiled>>>> = OnceLock::new();
    SAMPLED.get_or_init(Mutex::default)
}

/// A program in its wire form, with the addresses of the functions that it calls.
type Key = (Vec<u8>, Vec<usize>);

/// The program as it has been compiled before, or is now.
fn known(
    name: &'static str,
    program: &Program,
    callees: &[fn() -> &'static Function],
) -> Result<Arc<Compiled>, Error> {
    static KNOWN: OnceLock<Mutex<HashMap<Key, Arc<Compiled>>>> = OnceLock::new();
    let addresses = callees.iter().map(|callee| std::ptr::from_ref(callee()).addr()).collect();
    let key: Key = (program.to_wire(), addresses);
    let list = KNOWN.get_or_init(Mutex::default);
    if let Some(compiled) = list.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return Ok(Arc::clone(compiled));
    }
    let compiled = Arc::new(Compiled::new(name, program, callees)?);
    // Another thread may have compiled it meanwhile.
    let mut list = list.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(Arc::clone(list.entry(key).or_insert(compiled)))
}

/// Items in words of their own, on a device.
pub(crate) struct Wide {
    pub(crate) stored: Stored,
    pub(crate) layout: Layout,
    buffer: vyre_runtime::Buffer<u32>,
}

impl Wide {
    /// Room for items, of which each is stored before any is read.
    pub(crate) fn new(device: &Device, leaves: &[Leaf], len: usize) -> Result<Wide, Error> {
        let buffer = device.unwritten::<u32>(len.saturating_mul(words_of(leaves) as usize).max(1))?;
        Ok(Wide::of(buffer, leaves))
    }

    /// Items that are in a buffer already.
    pub(crate) fn of(buffer: vyre_runtime::Buffer<u32>, leaves: &[Leaf]) -> Wide {
        Wide { stored: Stored::of(&buffer), layout: Layout::wide(leaves), buffer }
    }

    /// Room for items in as few bytes as a buffer of them has.
    pub(crate) fn packed(device: &Device, leaves: &[Leaf], len: usize) -> Result<Wide, Error> {
        let layout = Layout::packed(leaves);
        let buffer = device.zeros::<u32>(layout.words(len).max(1))?;
        Ok(Wide { stored: Stored::of(&buffer), layout, buffer })
    }

    /// What reads them.
    pub(crate) fn stage(&self) -> Stage {
        Stage::Wide { stored: self.stored.clone(), layout: self.layout.clone() }
    }

    /// The words, in a buffer.
    pub(crate) fn buffer(&self) -> &vyre_runtime::Buffer<u32> {
        &self.buffer
    }

    /// All words; waits.
    pub(crate) fn words(&self) -> Result<Vec<u32>, Error> {
        self.buffer.read()
    }

    /// The words of the first item; waits.
    pub(crate) fn first(&self) -> Result<Vec<u32>, Error> {
        self.buffer.read_range(0..words_of(&self.layout.leaves()) as usize)
    }
}
