//! `Return` in a composition ends the operation and not the invocation, so inlining needs bodies without it: a flag
//! says that the operation has ended, what follows stands under its negation, and loops are left by `Break`.

use super::not;
use crate::{Expr, Node};

/// The body with a flag in place of every `Return`, or the body itself if it has none. `flag` is a name that the body
/// does not use. Statements after an unconditional `Return` are dropped.
pub(super) fn remove(body: Vec<Node>, flag: &str) -> Vec<Node> {
    if !body.iter().any(returns) {
        return body;
    }
    let mut rewritten = vec![Node::let_bind(flag, 0u32)];
    rewritten.extend(rewrite(&body, flag, false));
    rewritten
}

/// Whether a statement may end the operation. Nesting is bounded by validation.
pub(crate) fn returns(node: &Node) -> bool {
    matches!(node, Node::Return) || node.bodies().into_iter().flatten().any(returns)
}

fn rewrite(nodes: &[Node], flag: &str, in_loop: bool) -> Vec<Node> {
    let mut rewritten = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        if let Node::Return = node {
            rewritten.push(Node::assign(flag, 1u32));
            if in_loop {
                rewritten.push(Node::Break);
            }
            return rewritten;
        }
        if !returns(node) {
            rewritten.push(node.clone());
            continue;
        }
        let inside_loop = in_loop || matches!(node, Node::Loop { .. });
        let [first, second] = node.bodies().map(|body| rewrite(body, flag, inside_loop));
        let rest = &nodes[at + 1..];
        rewritten.push(node.with_bodies(first, second));
        if in_loop {
            // In a loop the way out is to leave it, so what follows needs no condition; but an inner loop has only
            // been left itself.
            if let Node::Loop { .. } = node {
                rewritten.push(Node::if_then(Expr::var(flag), vec![Node::Break]));
            }
            continue;
        }
        if !rest.is_empty() {
            rewritten.extend(guarded(rest, flag));
        }
        return rewritten;
    }
    rewritten
}

/// Statements under the condition that the operation has not ended.
fn guarded(rest: &[Node], flag: &str) -> Vec<Node> {
    vec![Node::if_then(not(Expr::var(flag)), rewrite(rest, flag, false))]
}
