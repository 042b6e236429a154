//! `index_mut` as a method that stores: kernels have no `&mut` as a result, so where the method gives one to a place, the place gets a value.

use crate::diagnostics::Area;
use crate::overload;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ImplItemFn, ReturnType, Stmt, Type, parse_quote};

/// The name of `index_mut` as a method that reads.
pub(crate) const READING: &str = "index_mut_read";

/// The name of `index_mut` as a method that gives the place, as others do.
pub(crate) const PLACE: &str = "__vyre_index_place";

/// The method that gives the place.
pub(super) fn given(method: &ImplItemFn) -> ImplItemFn {
    let mut given = method.clone();
    given.sig.ident = syn::Ident::new(PLACE, method.sig.ident.span());
    given
}

/// The same method as one that reads what it gives a place for; nothing if it may change something by itself, which must happen once.
pub(super) fn read(method: &ImplItemFn, stored: &ImplItemFn) -> Option<ImplItemFn> {
    let mut own = Changes(false);
    own.visit_block(&method.block);
    let is_changing = own.0 || crate::syntax::words(stored.block.to_token_stream()).contains("mut");
    if is_changing {
        return None;
    }
    let mut method = method.clone();
    Shared.visit_impl_item_fn_mut(&mut method);
    method.sig.ident = syn::Ident::new(READING, method.sig.ident.span());
    if let Some(syn::FnArg::Receiver(receiver)) = method.sig.inputs.first_mut() {
        *receiver = parse_quote!(&self);
    }
    Some(method)
}

/// Whether a body assigns to anything, or calls a method of a part of `self`.
struct Changes(bool);

impl<'ast> Visit<'ast> for Changes {
    fn visit_expr(&mut self, it: &'ast Expr) {
        self.0 |= match it {
            Expr::Assign(_) => true,
            Expr::Binary(binary) => {
                overload::method_of(&binary.op).is_some_and(|name| name.ends_with("_assign"))
            }
            Expr::MethodCall(call) => crate::syntax::words(call.receiver.to_token_stream()).contains("self"),
            _ => false,
        };
        visit::visit_expr(self, it);
    }
}

/// `&place` for `&mut place`.
struct Shared;

impl VisitMut for Shared {
    fn visit_expr_reference_mut(&mut self, it: &mut syn::ExprReference) {
        it.mutability = None;
        visit_mut::visit_expr_reference_mut(self, it);
    }

    fn visit_type_reference_mut(&mut self, it: &mut syn::TypeReference) {
        it.mutability = None;
        visit_mut::visit_type_reference_mut(self, it);
    }
}

/// Makes `fn index_mut(&mut self, index: I) -> &mut T` one that takes the value and gives nothing; or says what gives no place.
pub(super) fn stored(method: &mut ImplItemFn) -> Result<(), Area> {
    let ReturnType::Type(_, ty) = &method.sig.output else { return Err(Area::of(&method.sig)) };
    let Type::Reference(reference) = &**ty else { return Err(Area::of(ty)) };
    let element = reference.elem.clone();
    method.sig.inputs.push(parse_quote!(__vyre_stored: #element));
    method.sig.output = ReturnType::Default;
    block(&mut method.block)
}

fn block(it: &mut Block) -> Result<(), Area> {
    let (last, before) = match it.stmts.split_last_mut() {
        Some((last, before)) => (last, before),
        None => return Err(Area::of(it)),
    };
    before.iter_mut().try_for_each(returns_in)?;
    match last {
        Stmt::Expr(expr, None) => tail(expr),
        other => returns_in(other),
    }
}

/// The `return`s of a statement.
fn returns_in(stmt: &mut Stmt) -> Result<(), Area> {
    match stmt {
        Stmt::Expr(expr, _) => returns(expr),
        _ => Ok(()),
    }
}

fn returns(expr: &mut Expr) -> Result<(), Area> {
    match expr {
        Expr::Return(it) => {
            let area = Area::of(&*it);
            let Some(value) = it.expr.take() else { return Err(area) };
            let mut value = *value;
            tail(&mut value)?;
            *expr = parse_quote!({ #value; return; });
            Ok(())
        }
        Expr::If(it) => {
            it.then_branch.stmts.iter_mut().try_for_each(returns_in)?;
            it.else_branch.iter_mut().try_for_each(|(_, other)| returns(other))
        }
        Expr::Block(it) => it.block.stmts.iter_mut().try_for_each(returns_in),
        Expr::ForLoop(it) => it.body.stmts.iter_mut().try_for_each(returns_in),
        Expr::While(it) => it.body.stmts.iter_mut().try_for_each(returns_in),
        Expr::Loop(it) => it.body.stmts.iter_mut().try_for_each(returns_in),
        Expr::Match(it) => it.arms.iter_mut().try_for_each(|arm| returns(&mut arm.body)),
        _ => Ok(()),
    }
}

/// What a block or a branch ends with.
fn tail(expr: &mut Expr) -> Result<(), Area> {
    match expr {
        Expr::Paren(inner) => tail(&mut inner.expr),
        Expr::Group(inner) => tail(&mut inner.expr),
        Expr::Block(it) => block(&mut it.block),
        Expr::If(it) => {
            block(&mut it.then_branch)?;
            match &mut it.else_branch {
                Some((_, other)) => tail(other),
                None => Err(Area::of(it)),
            }
        }
        Expr::Match(it) => it.arms.iter_mut().try_for_each(|arm| tail(&mut arm.body)),
        Expr::Return(_) => returns(expr),
        Expr::Macro(_) => Ok(()),
        Expr::Reference(reference) if reference.mutability.is_some() => {
            let place = &reference.expr;
            *expr = parse_quote!(#place = __vyre_stored);
            Ok(())
        }
        other => Err(Area::of(other)),
    }
}
