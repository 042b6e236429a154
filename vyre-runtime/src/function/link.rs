//! Links separately compiled programs: it resolves the ids of calls, replaces constant parameters by their values,
//! and gives literal arguments the types of their parameters.

use super::{Callee, Function};
use vyre_ir::wire::WireError;
use vyre_ir::{Composition, DataType, Expr, Link, OpSpec, Program, Registry};

/// The program of a kernel, and a registry of all functions that it calls directly or indirectly.
pub(crate) fn link(
    wire: &[u8],
    callees: &[Callee],
    constants: &[u32],
) -> Result<(Program, Registry), WireError> {
    let mut functions = Functions::default();
    let callees = functions.add_all(callees);
    let program = Program::from_wire_with(wire, |id, args| functions.call(&callees, constants, id, args))?;
    let mut registry = Registry::standard().clone();
    // The callees of functions that have been added are added too.
    let mut at = 0;
    while let Some(&(function, ref id)) = functions.list.get(at) {
        let id = id.clone();
        let callees = functions.add_all(function.callees);
        let body =
            Program::from_wire_with(function.wire, |id, args| functions.call(&callees, &[], id, args))?;
        if let Some(composition) = Composition::from_program(&body) {
            // The ids are unique and differ from those of the library, so this does not fail.
            let _ = registry.register(OpSpec::inlinable(id, function.inputs, function.output, composition));
        }
        at += 1;
    }
    Ok((program, registry))
}

/// The functions that have been visited, with their ids.
#[derive(Default)]
struct Functions {
    list: Vec<(&'static Function, String)>,
}

impl Functions {
    /// The positions of functions in the list.
    fn add_all(&mut self, callees: &[Callee]) -> Vec<usize> {
        let mut positions = Vec::new();
        for callee in callees {
            positions.push(self.add(callee()));
        }
        positions
    }

    fn add(&mut self, function: &'static Function) -> usize {
        if let Some(at) = self.list.iter().position(|(known, _)| std::ptr::eq(*known, function)) {
            return at;
        }
        let mut id = format!("function.{}", function.name.replace("::", "."));
        // Functions that are declared inside different functions may have the same path.
        while self.list.iter().any(|(_, known)| *known == id) {
            id.push('_');
        }
        self.list.push((function, id));
        self.list.len() - 1
    }

    /// Replaces a call, given the positions of the caller's callees.
    fn call(&self, callees: &[usize], constants: &[u32], id: String, mut args: Vec<Expr>) -> Expr {
        let callee = match Link::of(&id) {
            Some(Link::Constant(at)) if at < constants.len() => return Expr::LitU32(constants[at]),
            Some(Link::Function { callee, .. }) => callees.get(callee).and_then(|at| self.list.get(*at)),
            _ => None,
        };
        let Some((function, op_id)) = callee else { return Expr::Call { op_id: id, args } };
        for (at, arg) in args.iter_mut().enumerate() {
            if let Expr::Call { op_id, .. } = arg
                && let Some(Link::Literal(bits)) = Link::of(op_id)
                && let Some(ty) = function.inputs.get(at)
            {
                *arg = literal(bits, *ty);
            }
        }
        Expr::Call { op_id: op_id.clone(), args }
    }
}

/// An integer literal of a type.
fn literal(bits: u64, ty: DataType) -> Expr {
    let (low, high) = (bits as u32, (bits >> 32) as u32);
    match ty {
        DataType::I32 => Expr::LitI32(low as i32),
        DataType::U64 => Expr::compose(ty, vec![Expr::LitU32(low), Expr::LitU32(high)]),
        _ => Expr::LitU32(low),
    }
}
