//! Types that nothing says where rustc asks for them, and jumps out of a condition.

use super::Found;
use super::totals::count;
use crate::diagnostics::Area;
use crate::syntax::{plain, strip, words};
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{Expr, Pat, Stmt};

pub(super) fn check(file: &syn::File, found: &mut Found) {
    let mut own = Variants(HashSet::new());
    own.visit_file(file);
    Open { found, own: own.0 }.visit_file(file);
    let words: HashSet<String> = words(quote::ToTokens::to_token_stream(file)).into_iter().collect();
    if words.contains("into") && !declares(file, "into") {
        let has_index = words.contains("Index");
        Conversions { found, has_index, is_told: false }.visit_file(file);
    }
}

struct Open<'f> {
    found: &'f mut Found,
    /// The names of the text's own variants.
    own: HashSet<String>,
}

struct Variants(HashSet<String>);

/// Whether a text has a function of a name.
fn declares(file: &syn::File, name: &'static str) -> bool {
    struct Declared(&'static str, bool);
    impl<'ast> Visit<'ast> for Declared {
        fn visit_signature(&mut self, it: &'ast syn::Signature) {
            self.1 |= it.ident == self.0;
        }
    }
    let mut declared = Declared(name, false);
    declared.visit_file(file);
    declared.1
}

/// What `into` gives where rustc has to know its type first: as an index, and on the left of an operator.
struct Conversions<'f> {
    found: &'f mut Found,
    /// Whether the text may have a type that takes indices of one type alone.
    has_index: bool,
    /// Whether a bound around says what something converts into.
    is_told: bool,
}

impl Conversions<'_> {
    /// Visits what stands behind bounds.
    fn behind(&mut self, bounds: impl quote::ToTokens, visit: impl FnOnce(&mut Self)) {
        let is_told = self.is_told || words(bounds).contains("Into");
        let outer = std::mem::replace(&mut self.is_told, is_told);
        visit(self);
        self.is_told = outer;
    }

    fn refuse(&mut self, expr: &Expr) {
        if self.is_told {
            return;
        }
        if let Expr::MethodCall(call) = strip(expr)
            && call.method == "into"
            && call.args.is_empty()
            && call.turbofish.is_none()
        {
            let problem = "type annotations needed: nothing says what this `into` gives";
            let of = "bind it with its type, as in `let x: u32 = value.into();`, or write `u32::from(value)`";
            self.found.report(Area::of(&call.method), problem, of);
        }
    }
}

impl<'ast> Visit<'ast> for Conversions<'_> {
    fn visit_item_impl(&mut self, it: &'ast syn::ItemImpl) {
        let bounds = &it.generics;
        let clause = &it.generics.where_clause;
        self.behind(quote::quote!(#bounds #clause), |own| visit::visit_item_impl(own, it));
    }

    fn visit_item_fn(&mut self, it: &'ast syn::ItemFn) {
        self.behind(&it.sig, |own| visit::visit_item_fn(own, it));
    }

    fn visit_impl_item_fn(&mut self, it: &'ast syn::ImplItemFn) {
        self.behind(&it.sig, |own| visit::visit_impl_item_fn(own, it));
    }

    fn visit_trait_item_fn(&mut self, it: &'ast syn::TraitItemFn) {
        self.behind(&it.sig, |own| visit::visit_trait_item_fn(own, it));
    }

    fn visit_expr_index(&mut self, it: &'ast syn::ExprIndex) {
        if !self.has_index {
            self.refuse(&it.index);
        }
        visit::visit_expr_index(self, it);
    }

    fn visit_expr_binary(&mut self, it: &'ast syn::ExprBinary) {
        if !matches!(it.op, syn::BinOp::And(_) | syn::BinOp::Or(_)) {
            self.refuse(&it.left);
        }
        visit::visit_expr_binary(self, it);
    }
}

impl<'ast> Visit<'ast> for Variants {
    fn visit_variant(&mut self, it: &'ast syn::Variant) {
        self.0.insert(plain(&it.ident));
    }
}

impl<'ast> Visit<'ast> for Open<'_> {
    fn visit_block(&mut self, it: &'ast syn::Block) {
        for (at, stmt) in it.stmts.iter().enumerate() {
            if let Stmt::Local(local) = stmt {
                self.unsaid(local, &it.stmts[at + 1..]);
            }
            if let Stmt::Local(local) = stmt
                && let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init)
                && let Expr::MethodCall(call) = strip(&init.expr)
                && call.method == "into"
            {
                self.converted(&name.ident, &it.stmts[at + 1..]);
            }
            if let Stmt::Local(local) = stmt
                && let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init)
                && let Expr::Closure(closure) = strip(&init.expr)
            {
                self.closure(closure, count(it, &plain(&name.ident)) > 1);
            }
        }
        visit::visit_block(self, it);
    }

    fn visit_expr_while(&mut self, it: &'ast syn::ExprWhile) {
        Jumps { found: &mut *self.found }.visit_expr(&it.cond);
        visit::visit_expr_while(self, it);
    }
}

impl Open<'_> {
    /// Variables that nothing names again, which have no value, or a variant of std's whose fields nothing gives.
    fn unsaid(&mut self, local: &syn::Local, rest: &[Stmt]) {
        let is_open = local.init.as_ref().is_none_or(|init| match strip(&init.expr) {
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| {
                ["Some", "Ok", "Err"].iter().any(|of| name == of) && !self.own.contains(&plain(name))
            }),
            _ => false,
        });
        let names = if is_open { names_of(&local.pat) } else { Vec::new() };
        for name in names.into_iter().filter(|name| is_last(name, rest)) {
            let problem = format!("type annotations needed: nothing says the type of `{name}`");
            self.found.report(Area::of(name), problem, "write it behind the name, or leave out the variable");
        }
    }

    /// A variable of what `into` gives: what it is used as says its type, before it is looked into.
    fn converted(&mut self, name: &syn::Ident, rest: &[Stmt]) {
        let text = plain(name);
        let mut first = First { name: &text, is_looked_into: None };
        rest.iter().for_each(|stmt| first.visit_stmt(stmt));
        if first.is_looked_into == Some(true) {
            let problem = format!("type annotations needed: nothing says the type of `{text}` here");
            self.found.report(Area::of(name), problem, format!("write it, as in `let {text}: u32 = ..;`"));
        }
    }

    /// A closure that no function takes: its body alone says the types of its parameters where they are needed.
    fn closure(&mut self, it: &syn::ExprClosure, is_named_again: bool) {
        for pat in &it.inputs {
            let Pat::Ident(param) = pat else { continue };
            let name = plain(&param.ident);
            let mut first = First { name: &name, is_looked_into: None };
            first.visit_expr(&it.body);
            let is_itself = matches!(strip(&it.body), Expr::Path(path) if path.path.is_ident(&param.ident));
            let is_open = match first.is_looked_into {
                Some(is_looked_into) => is_looked_into || is_itself && !is_named_again,
                None => !is_named_again,
            };
            if is_open {
                let problem = format!("type annotations needed: nothing says the type of `{name}` here");
                let fix = format!("write it, as in `|{name}: u32|`");
                self.found.report(Area::of(&param.ident), problem, fix);
            }
        }
    }
}

/// Whether nothing behind the declaration of a variable names it, before another one has its name.
fn is_last(name: &syn::Ident, rest: &[Stmt]) -> bool {
    let text = plain(name);
    let another = rest.iter().position(|stmt| match stmt {
        Stmt::Local(syn::Local { pat: Pat::Type(of), .. }) => names_of(&of.pat).contains(&name),
        Stmt::Local(local) => names_of(&local.pat).contains(&name),
        _ => false,
    });
    let stmts = rest[..another.map_or(rest.len(), |at| at + 1)].to_vec();
    let block = syn::Block { brace_token: Default::default(), stmts };
    count(&block, &text) == usize::from(another.is_some())
}

/// The names of a pattern of variables and tuples without types.
fn names_of(pat: &Pat) -> Vec<&syn::Ident> {
    match pat {
        Pat::Ident(name) => vec![&name.ident],
        Pat::Paren(inner) => names_of(&inner.pat),
        Pat::Tuple(parts) => parts.elems.iter().flat_map(names_of).collect(),
        _ => Vec::new(),
    }
}

/// Whether a body first looks into what a name stands for: asks it for a method, a field, an element, its negative or what it leads to.
struct First<'n> {
    name: &'n str,
    is_looked_into: Option<bool>,
}

impl First<'_> {
    fn is_it(&self, expr: &Expr) -> bool {
        crate::syntax::path_name(strip(expr)).is_some_and(|name| name == self.name)
    }
}

impl<'ast> Visit<'ast> for First<'_> {
    fn visit_expr(&mut self, it: &'ast Expr) {
        if self.is_looked_into.is_some() {
            return;
        }
        let base = match it {
            Expr::MethodCall(call) => Some(&*call.receiver),
            Expr::Field(field) => Some(&*field.base),
            Expr::Index(index) => Some(&*index.expr),
            Expr::Unary(unary) => Some(&*unary.expr),
            _ => None,
        };
        if base.is_some_and(|base| self.is_it(base)) {
            self.is_looked_into = Some(true);
        } else if self.is_it(it) {
            self.is_looked_into = Some(false);
        } else {
            visit::visit_expr(self, it);
        }
    }

    fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
        // Another variable of the name.
        if it.ident == self.name && self.is_looked_into.is_none() {
            self.is_looked_into = Some(false);
        }
        visit::visit_pat_ident(self, it);
    }

    fn visit_field_value(&mut self, it: &'ast syn::FieldValue) {
        self.visit_expr(&it.expr);
    }

    fn visit_macro(&mut self, it: &'ast syn::Macro) {
        if self.is_looked_into.is_none() && words(it.tokens.clone()).contains(self.name) {
            self.is_looked_into = Some(false);
        }
    }
}

/// Jumps without a label that would leave the condition of a `while`.
struct Jumps<'f> {
    found: &'f mut Found,
}

impl Jumps<'_> {
    fn refuse(&mut self, area: Area, label: Option<&syn::Lifetime>, name: &str) {
        if label.is_none() {
            let problem = format!("`{name}` with no label in the condition of a `while` loop");
            self.found.report(area, problem, "give the loop that is meant a label, and name it");
        }
    }
}

impl<'ast> Visit<'ast> for Jumps<'_> {
    fn visit_expr_break(&mut self, it: &'ast syn::ExprBreak) {
        self.refuse(Area::of(it), it.label.as_ref(), "break");
        visit::visit_expr_break(self, it);
    }

    fn visit_expr_continue(&mut self, it: &'ast syn::ExprContinue) {
        self.refuse(Area::of(it), it.label.as_ref(), "continue");
    }

    // Those of loops and closures inside are theirs.
    fn visit_expr_loop(&mut self, _: &'ast syn::ExprLoop) {}
    fn visit_expr_while(&mut self, _: &'ast syn::ExprWhile) {}
    fn visit_expr_for_loop(&mut self, _: &'ast syn::ExprForLoop) {}
    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
}
