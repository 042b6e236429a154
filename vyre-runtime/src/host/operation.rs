//! Evaluates operations of the library on the host, for those that std does not have.

use super::Value;
use vyre_ir::{DataType, Expr, evaluate, library};

/// The result of the operation with this id for arguments given as lanes. The macro has checked the id and the types.
pub fn operation<T: Value>(id: &str, args: &[[u32; 4]]) -> T {
    let result = library::rows().find(|row| row.id == id).and_then(|row| {
        let mut literals = Vec::new();
        for (at, lanes) in args.iter().enumerate() {
            literals.push(literal(row.inputs.get(at)?.clone(), lanes));
        }
        evaluate(Vec::new(), Expr::call(row.id, literals), row.output.clone())
    });
    T::from_lanes(result.map_or([0; 4], |value| value.lanes()))
}

fn literal(ty: DataType, lanes: &[u32; 4]) -> Expr {
    match ty {
        DataType::U32 => Expr::LitU32(lanes[0]),
        DataType::I32 => Expr::LitI32(lanes[0] as i32),
        DataType::Bool => Expr::LitBool(lanes[0] != 0),
        DataType::F32 => Expr::LitF32(f32::from_bits(lanes[0])),
        ty => {
            let part = |lane: &u32| literal(ty.lane_type(), &[*lane, 0, 0, 0]);
            Expr::compose(ty.clone(), lanes[..ty.lanes()].iter().map(part).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_gives_its_edge_cases() {
        let mut cases = 0;
        for row in library::rows() {
            for (args, expected) in row.edge_cases {
                let pad = |lanes: &[u32]| std::array::from_fn(|lane| lanes.get(lane).copied().unwrap_or(0));
                let args: Vec<[u32; 4]> = args.iter().map(|lanes| pad(lanes)).collect();
                let got: [u32; 4] = operation(row.id, &args);
                assert_eq!(got, pad(expected), "{} of {args:?}", row.id);
                cases += 1;
            }
        }
        assert!(cases > 100);
    }
}
