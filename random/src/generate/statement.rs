//! Statements.

use super::arrays::{Array, Role};
use super::{Around, Generator, TYPES, Use, Variable};
use vyre_ir::{BinOp, BufferDecl, CollectiveOp, DataType, Expr, Node, Scalar};

/// The kinds of statements, and of patterns of several.
#[derive(Clone, Copy)]
enum Kind {
    Let,
    Assign,
    Store,
    Reduce,
    Jump,
    Barrier,
    Together,
    SamePlace,
    Effects,
    Update,
    Block,
    If,
    Loop,
    Guarded,
    Accumulate,
    BothArms,
    Owned,
    Assert,
}

/// How often a statement is of which kind. The last ones have bodies.
const KINDS: [(u32, Kind); 18] = [
    (18, Kind::Let),
    (14, Kind::Assign),
    (16, Kind::Store),
    (4, Kind::Reduce),
    (7, Kind::Jump),
    (8, Kind::Barrier),
    (6, Kind::Together),
    (4, Kind::SamePlace),
    (8, Kind::Effects),
    (4, Kind::Update),
    (2, Kind::Owned),
    (1, Kind::Assert),
    (2, Kind::Block),
    (10, Kind::If),
    (8, Kind::Loop),
    (8, Kind::Guarded),
    (5, Kind::Accumulate),
    (4, Kind::BothArms),
];
const WITHOUT_BODIES: usize = 12;

impl Generator<'_, '_> {
    /// The statements of the program.
    pub(super) fn entry(&mut self) -> Vec<Node> {
        let mut entry = Vec::new();
        for is_local in [false, true] {
            if self.source.chance(1, 2) {
                let flat = self.spelled_flat(is_local);
                let name = self.declare(DataType::U32, Use::Flat { is_local }, false, None);
                entry.push(Node::let_bind(name, flat));
            }
        }
        // What the results take is kept.
        let kept = (self.fuel / 8, self.work / 8);
        self.fuel -= kept.0;
        self.work -= kept.1;
        while !self.is_spent() {
            self.statement(&mut entry, self.sizes.nesting);
        }
        self.fuel += kept.0;
        self.work += kept.1;
        self.store_results(&mut entry);
        entry
    }

    /// Whether another statement is made in a body.
    pub(super) fn goes_on(&mut self) -> bool {
        !self.is_spent() && self.source.chance(3, 4)
    }

    /// Statements in a scope of their own, which begins with what `first` makes. Where they end, each array is used as where
    /// they began.
    pub(super) fn body(&mut self, nesting: u32, first: impl FnOnce(&mut Self, &mut Vec<Node>)) -> Vec<Node> {
        let reading = self.reading.clone();
        let mut nodes = self.block(nesting, first);
        self.switch_to(reading, &mut nodes);
        nodes
    }

    /// As [`body`](Self::body), for statements that are executed in any case, so that arrays may be used otherwise afterwards.
    fn block(&mut self, nesting: u32, first: impl FnOnce(&mut Self, &mut Vec<Node>)) -> Vec<Node> {
        let outer = self.variables.len();
        let mut nodes = Vec::new();
        first(self, &mut nodes);
        while self.goes_on() {
            self.statement(&mut nodes, nesting);
        }
        self.keep(outer, &mut nodes);
        self.close(outer);
        nodes
    }

    /// Often adds a variable of a scope that ends to one around it, so that what has been computed is not lost.
    fn keep(&mut self, outer: usize, into: &mut Vec<Node>) {
        let Generator { variables, source, .. } = self;
        let (around, inner) = variables.split_at(outer);
        let sums =
            around.iter().filter(|sum| sum.of == Use::Any && sum.ty == DataType::U32 && !sum.is_uniform);
        let values = inner.iter().filter(|value| value.of != Use::Lost);
        if source.chance(1, 3) {
            return;
        }
        if let (Some(sum), Some(value)) = (source.choose(sums), source.choose(values)) {
            let added = Expr::var(sum.name.as_str()) * 3u32 + whole(&value.name, value.ty.clone());
            into.push(Node::assign(sum.name.as_str(), added));
        }
    }

    /// A statement, or a few.
    pub(super) fn statement(&mut self, into: &mut Vec<Node>, nesting: u32) {
        self.spend();
        let kinds = if nesting == 0 { &KINDS[..WITHOUT_BODIES] } else { &KINDS };
        let inner = nesting.saturating_sub(1);
        if self.in_operation && self.source.chance(1, 6) {
            return self.early_return(into, nesting);
        }
        match self.source.weigh(kinds) {
            Kind::Let => self.declaration(into),
            Kind::Assign => self.assignment(into),
            Kind::Store => self.store(into),
            Kind::Reduce => self.reduce(into),
            Kind::Jump => self.jump_if(into, nesting),
            Kind::Barrier => self.barrier(into),
            Kind::Together => self.together(into),
            Kind::SamePlace => self.same_place(into),
            Kind::Effects => self.effects(into),
            Kind::Update => self.update(into),
            Kind::Owned => self.owned_index(into),
            Kind::Assert => self.assertion(into),
            Kind::Block => {
                let body = self.block(inner, |_, _| {});
                into.push(Node::Block(body));
            }
            Kind::If => self.condition_on(into, inner),
            Kind::Loop => self.repetition(into, inner),
            Kind::Guarded => self.guarded(into, inner),
            Kind::Accumulate => self.accumulate(into, inner),
            Kind::BothArms => self.both_arms(into, inner),
        }
    }

    /// Makes an expression that is the same in all invocations of a workgroup, or any.
    pub(super) fn uniformly<T>(&mut self, is_uniform: bool, make: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.wants_uniform, is_uniform);
        let made = make(self);
        self.wants_uniform = outer;
        made
    }

    /// Whether something that could be uniform here shall be.
    pub(super) fn be_uniform(&mut self, part: u32, whole: u32) -> bool {
        self.is_uniform && self.source.chance(part, whole)
    }

    fn declaration(&mut self, into: &mut Vec<Node>) {
        let ty = self.any_type();
        self.bind(ty, into);
    }

    /// Declares a variable of some value, and gives its name.
    pub(super) fn bind(&mut self, ty: DataType, into: &mut Vec<Node>) -> String {
        let is_uniform = self.be_uniform(1, 3);
        let depth = self.depth();
        let value = self.uniformly(is_uniform, |generator| generator.expr(ty.clone(), depth));
        let name = self.declare(ty, Use::Any, is_uniform, None);
        into.push(Node::let_bind(name.as_str(), value));
        name
    }

    /// A variable that may be assigned here.
    pub(super) fn assignable(&mut self) -> Option<Variable> {
        let Generator { variables, source, is_uniform, .. } = self;
        let fits = |variable: &&Variable| variable.of == Use::Any && (*is_uniform || !variable.is_uniform);
        source.choose(variables.iter().filter(fits)).cloned()
    }

    fn assignment(&mut self, into: &mut Vec<Node>) {
        let Some(variable) = self.assignable() else { return self.declaration(into) };
        let value = self.value_for(&variable);
        into.push(Node::assign(variable.name, value));
    }

    /// A value that may be assigned to a variable.
    pub(super) fn value_for(&mut self, variable: &Variable) -> Expr {
        let depth = self.depth();
        self.uniformly(variable.is_uniform, |generator| generator.expr(variable.ty.clone(), depth))
    }

    fn store(&mut self, into: &mut Vec<Node>) {
        let Some(at) = self.writable() else { return self.declaration(into) };
        let depth = self.depth();
        let index = self.index(at, depth);
        let value = self.expr(self.arrays[at].decl.element.clone(), depth);
        let BufferDecl { name, element, access, .. } = &self.arrays[at].decl;
        let is_atomic = element.has_atomics() && access.is_atomic() && self.source.chance(1, 8);
        into.push(match is_atomic {
            true => Node::atomic_store(name.as_str(), index, value),
            false => Node::store(name.as_str(), index, value),
        });
    }

    /// An atomic operation that depends on the order of invocations only in its old value.
    fn reduce(&mut self, into: &mut Vec<Node>) {
        let depth = self.depth();
        let Some(reduction) = self.reduction(depth) else { return self.store(into) };
        let name = self.declare(DataType::U32, Use::Lost, false, None);
        into.push(Node::let_bind(name, reduction));
    }

    /// A jump, most often under a condition: what stands after another one is dead.
    fn jump_if(&mut self, into: &mut Vec<Node>, nesting: u32) {
        if nesting == 0 || self.source.chance(1, 5) {
            return self.jump(into, nesting);
        }
        // Out of a loop that all invocations run together they jump together.
        let is_together = self.around.last().is_some_and(|around| around.is_uniform);
        let is_uniform = self.be_uniform(1, 2) || (self.is_uniform && is_together);
        let cond = self.uniformly(is_uniform, |generator| generator.condition(3));
        self.branch(into, cond, is_uniform, |generator| {
            let outer = generator.variables.len();
            let reading = generator.reading.clone();
            let mut then = Vec::new();
            generator.jump(&mut then, nesting - 1);
            generator.switch_to(reading, &mut then);
            generator.close(outer);
            (then, Vec::new())
        });
    }

    /// An assertion that holds most often: where many fail, little is executed.
    fn assertion(&mut self, into: &mut Vec<Node>) {
        let conditions = [2, 2, 1].map(|depth| self.condition(depth));
        let any = conditions.into_iter().map(|cond| Expr::select(cond, 1u32, 0u32));
        let any = any.reduce(|left, right| Expr::binary(BinOp::Or, left, right));
        let message = format!("assertion {}", self.source.below(100));
        into.push(Node::assert(any.unwrap_or(Expr::u32(1)), message));
    }

    fn jump(&mut self, into: &mut Vec<Node>, nesting: u32) {
        let innermost = self.around.last();
        let leaves_loop = innermost.is_some_and(|around| self.is_uniform || !around.is_uniform);
        if leaves_loop && self.source.chance(3, 4) {
            if let Some(Around { is_uniform: true, reading }) = self.around.last() {
                let reading = reading.clone();
                self.switch_to(reading, into);
            }
            into.push(if self.source.chance(1, 2) { Node::Break } else { Node::Continue });
            return;
        }
        // Most of a program would be dead after a `Return` that is not deep.
        let may_return = self.is_uniform || self.uniform_depth == 0;
        let is_deep = nesting + 2 <= self.sizes.nesting || self.in_operation;
        if may_return && is_deep && self.source.chance(1, 2) {
            self.has_returned |= !self.is_uniform;
            into.push(Node::Return);
            return;
        }
        self.declaration(into);
    }

    fn barrier(&mut self, into: &mut Vec<Node>) {
        if !self.is_uniform || self.in_operation {
            return self.store(into);
        }
        let mut reading = self.reading.clone();
        for (at, array) in self.arrays.iter().enumerate() {
            if array.role.has_phases() {
                reading[at] ^= self.source.chance(2, 3);
            }
        }
        into.push(Node::Barrier);
        self.set_reading(reading);
    }

    /// A collective, or a uniform load.
    fn together(&mut self, into: &mut Vec<Node>) {
        if !self.is_uniform || self.in_operation {
            return self.declaration(into);
        }
        let depth = self.depth();
        if self.source.chance(1, 4)
            && let Some(at) = self.pick_array(|_, array| array.decl.access.is_shared())
        {
            let index = self.uniformly(true, |generator| generator.expr(DataType::U32, depth));
            let index = index % (self.arrays[at].len + 1);
            let (buffer, ty) = (self.arrays[at].decl.name.clone(), self.arrays[at].decl.element.clone());
            let name = self.declare(ty, Use::Any, true, None);
            return into.push(Node::uniform_load(name, buffer, index));
        }
        // Programs are compared bit for bit, so they are strict.
        let strict: Vec<CollectiveOp> =
            CollectiveOp::ALL.iter().copied().filter(|op| op.tolerance_ulp().is_none()).collect();
        let op = *self.source.pick(&strict);
        let takes: Vec<DataType> = TYPES.iter().filter(|ty| op.result(ty).is_some()).cloned().collect();
        let ty = self.source.pick(&takes).clone();
        let value = self.expr(ty.clone(), depth);
        let result = op.result(&ty).unwrap_or(ty);
        let node = if op.takes_id() {
            let most = self.local_count() + 2;
            let id = self.uniformly(true, |generator| generator.expr(DataType::U32, 2)) % most;
            let name = self.declare(result, Use::Any, true, None);
            Node::broadcast(name, value, id)
        } else {
            let name = self.declare(result, Use::Any, op.is_uniform(), None);
            Node::collective(name, op, value)
        };
        into.push(node);
    }

    /// Puts a barrier if any array is to be used otherwise. After a jump the statements are dead, but the barrier is valid.
    pub(super) fn switch_to(&mut self, reading: Vec<bool>, into: &mut Vec<Node>) {
        if self.reading != reading {
            into.push(Node::Barrier);
            self.set_reading(reading);
        }
    }

    /// What has been made before may use arrays otherwise.
    fn set_reading(&mut self, reading: Vec<bool>) {
        self.reading = reading;
        self.seen.clear();
        let Generator { arrays, facts, .. } = self;
        facts.retain(|(_, at)| !arrays[*at].role.has_phases());
    }

    pub(super) fn condition_on(&mut self, into: &mut Vec<Node>, nesting: u32) {
        let is_uniform = self.be_uniform(1, 2);
        let depth = self.depth();
        let mut cond = self.uniformly(is_uniform, |generator| generator.condition(depth));
        if self.source.chance(1, 3) {
            let (ty, value) = self.uniformly(is_uniform, |generator| generator.truth(cond));
            let name = self.declare(ty, Use::Any, is_uniform, None);
            into.push(Node::let_bind(name.as_str(), value));
            cond = Expr::var(name);
        }
        self.branch(into, cond, is_uniform, |generator| {
            let then = generator.body(nesting, |_, _| {});
            let has_else = generator.source.chance(1, 2);
            let otherwise = if has_else { generator.body(nesting, |_, _| {}) } else { Vec::new() };
            (then, otherwise)
        });
    }

    /// Makes the bodies of a condition.
    pub(super) fn branch(
        &mut self,
        into: &mut Vec<Node>,
        cond: Expr,
        is_uniform: bool,
        bodies: impl FnOnce(&mut Self) -> (Vec<Node>, Vec<Node>),
    ) {
        let outer = std::mem::replace(&mut self.is_uniform, is_uniform);
        self.uniform_depth += u32::from(is_uniform);
        let (then, otherwise) = bodies(self);
        self.uniform_depth -= u32::from(is_uniform);
        self.is_uniform = outer && !self.has_returned;
        into.push(Node::if_else(cond, then, otherwise));
    }

    /// Stores what the program has computed.
    fn store_results(&mut self, into: &mut Vec<Node>) {
        let is_results = |array: &Array| array.decl.name == "out";
        let Some(at) = self.arrays.iter().position(is_results) else { return };
        let Role::Owned(owner) = self.arrays[at].role else { return };
        let readable = |variable: &&Variable| variable.of != Use::Lost;
        let all: Vec<Expr> = self
            .variables
            .iter()
            .filter(readable)
            .map(|variable| whole(&variable.name, variable.ty.clone()))
            .collect();
        let private: Vec<Expr> = self.private_elements();
        let mut values = all.into_iter().chain(private);
        let mut sum = Expr::load("out", self.own_index(owner, 0));
        let mut next = values.next();
        while let Some(value) = next {
            sum = sum * 31u32 + value;
            next = values.next();
            if next.is_none() || self.source.chance(1, 3) {
                let index = self.own_index(owner, 0);
                into.push(Node::store("out", index, sum));
                sum = Expr::load("out", self.own_index(owner, 0));
            }
        }
    }

    /// Two elements of each local array.
    fn private_elements(&mut self) -> Vec<Expr> {
        let Generator { arrays, source, .. } = self;
        let private = arrays.iter().filter(|array| matches!(array.role, Role::Private));
        private
            .flat_map(|array| {
                let load = |index| {
                    let load = Expr::load(array.decl.name.as_str(), index);
                    match &array.decl.element {
                        DataType::U32 => load,
                        ty if ty.is_packed() => Expr::component(load, 0),
                        DataType::Vec2F32 | DataType::Vec4F32 => {
                            Expr::cast(DataType::U32, Expr::component(load, 0))
                        }
                        _ => Expr::cast(DataType::U32, load),
                    }
                };
                [load(source.below(array.len)), load(source.below(array.len))]
            })
            .collect()
    }
}

/// A number that depends on every lane of a variable.
pub(super) fn whole(name: &str, ty: DataType) -> Expr {
    let variable = || Expr::var(name);
    match ty {
        DataType::U32 => variable(),
        ty if !ty.has_lanes() => Expr::cast(DataType::U32, variable()),
        ty => {
            let is_float = ty.element_type().scalar == Scalar::F32;
            let lane = |at: u32| match Expr::component(variable(), at) {
                float if is_float => Expr::cast(DataType::U32, float),
                lane => lane,
            };
            (1..ty.lanes() as u32).fold(lane(0), |sum, at| sum * 3u32 + lane(at))
        }
    }
}
