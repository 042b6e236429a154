//! `Return` in a composition ends the operation and not the invocation, so inlining needs bodies without it: a flag
//! says that the operation has ended, what follows stands under its negation, and loops are left by `Break`.

use super::not;
use crate::{Event, Expr, Node, walk};

/// The body with a flag in place of every `Return`, or the body itself if it has none. `flag` is a name that the body
/// does not use. Statements after an unconditional `Return` are dropped. The body's nesting is that of a valid one.
pub(crate) fn remove(body: Vec<Node>, flag: &str) -> Vec<Node> {
    if !body.iter().any(returns) {
        return body;
    }
    let mut rewritten = vec![Node::let_bind(flag, 0u32)];
    rewritten.append(&mut rewrite(&body, flag, false));
    rewritten
}

/// Whether a statement may end the operation.
pub(crate) fn returns(node: &Node) -> bool {
    let mut found = false;
    walk(std::slice::from_ref(node), |event| {
        found |= matches!(event, Event::Enter { node: Node::Return, .. });
    });
    found
}

fn rewrite(nodes: &[Node], flag: &str, in_loop: bool) -> Vec<Node> {
    // Every level but the first stands under a guard at the end of the level before.
    let mut levels = Vec::new();
    let mut level = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        if let Node::Return = node {
            level.push(Node::assign(flag, 1u32));
            if in_loop {
                level.push(Node::Break);
            }
            break;
        }
        if !returns(node) {
            level.push(node.clone());
            continue;
        }
        let is_loop = matches!(node, Node::Loop { .. });
        let [first, second] = node.bodies();
        let copy = |body| rewrite(body, flag, in_loop || is_loop);
        level.push(node.with_bodies(copy(first), copy(second)));
        if in_loop {
            // In a loop the way out is to leave it, so what follows needs no condition; but an inner loop has only
            // been left itself.
            if is_loop {
                level.push(Node::if_then(Expr::var(flag), vec![Node::Break]));
            }
        } else if at + 1 < nodes.len() {
            levels.push(std::mem::take(&mut level));
        }
    }
    while let Some(mut outer) = levels.pop() {
        outer.push(Node::if_then(not(Expr::var(flag)), level));
        level = outer;
    }
    level
}
