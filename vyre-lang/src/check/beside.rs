//! What stands beside a kernel in a module of which the front end sees all: functions and methods, which are checked as functions of the
//! kernel's own, and constants.

use super::extent::Extent;
use super::{Checker, Entity, plain};
use crate::data::Hints;
use crate::diagnostics::Area;
use crate::hir::{Expr, FunctionId};
use std::collections::HashMap;
use std::rc::Rc;

/// What a method does with its receiver.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// It has none.
    Nothing,
    /// `self` or `&self`
    Value,
    /// `&mut self`
    Change,
}

/// A function of an `impl`, as a function whose first parameter may be `self`.
#[derive(Clone)]
pub(crate) struct Method {
    /// The id of the type's definition.
    pub(crate) owner: String,
    /// Its name in the `impl`. The function has another one, which no user can write.
    pub(crate) name: String,
    pub(crate) takes: Takes,
    pub(crate) function: syn::ItemFn,
}

/// What a kernel sees in its module.
#[derive(Clone, Default)]
pub(crate) struct Beside {
    pub(crate) functions: Vec<syn::ItemFn>,
    pub(crate) methods: Vec<Method>,
    /// The types of the constants.
    pub(crate) hints: Rc<Hints>,
    /// The types of the `impl`s of traits, such as `Output`, by the ids of their owners and their names.
    pub(crate) associated: Rc<HashMap<(String, String), syn::Type>>,
    /// All methods of the module, by the ids of their types and their names: one that no name leads to may still be meant.
    pub(crate) names: Rc<[(String, String)]>,
}

/// A method that has been declared; nothing of one that is erroneous.
pub(super) struct Known {
    function: Option<FunctionId>,
    /// Where it takes functions.
    template: Option<usize>,
    takes: Takes,
}

impl Checker<'_> {
    /// Declares what stands beside the kernel, around its parameters, and checks it. The buffers of the parameters come before those of tables.
    pub(super) fn declare_beside(&mut self, beside: &Beside) {
        let of_kernel = self.scopes.pop();
        self.beside(beside);
        self.scopes.extend(of_kernel);
    }

    fn beside(&mut self, beside: &Beside) {
        self.method_names = Rc::clone(&beside.names);
        self.associated = Rc::clone(&beside.associated);
        for function in &beside.functions {
            self.refuse_built_in(&function.sig.ident);
            self.declare_function(function);
        }
        for method in &beside.methods {
            let name = &method.function.sig.ident;
            let takes_functions = crate::functional::takes_functions(&method.function.sig);
            let entity = match takes_functions || method.function.sig.generics.params.is_empty() {
                true => {
                    self.declare_function(&method.function);
                    self.lookup(&plain(name))
                }
                false => {
                    let area = Area::of(&method.function.sig.generics);
                    let fix = "write a function beside the `impl`, which takes the value";
                    self.errors.report(area, "a method has no generic parameters", fix);
                    None
                }
            };
            let function = match entity {
                Some(Entity::Function(id)) => {
                    self.functions[id].name.clone_from(&method.name);
                    Some(id)
                }
                _ => None,
            };
            let template = match entity {
                Some(Entity::Template(at)) => {
                    self.rename_template(at, &method.name);
                    Some(at)
                }
                _ => None,
            };
            let known = Known { function, template, takes: method.takes };
            self.methods.insert((method.owner.clone(), method.name.clone()), known);
        }
        let methods = beside.methods.iter().map(|method| &method.function);
        beside.functions.iter().chain(methods).for_each(|function| self.function_body(function));
    }

    /// `Name::function(..)` of an `impl` of the module; nothing if the call is another one.
    pub(super) fn own_function(&mut self, call: &syn::ExprCall) -> Option<Expr> {
        if !self.sees_module {
            return None;
        }
        let syn::Expr::Path(path) = crate::syntax::strip(&call.func) else { return None };
        let mut owner = path.path.clone();
        let last = owner.segments.pop()?;
        owner.segments.pop_punct();
        if path.qself.is_some() || owner.segments.is_empty() {
            return None;
        }
        let ty = self.data_type(&owner)?;
        let id = self.infer.data_of(ty)?.definition.id.clone();
        let name = plain(&last.ident);
        match self.methods.get(&(id, name.clone())) {
            Some(Known { function: Some(function), .. }) => Some(self.function_call(*function, call)),
            Some(Known { template: Some(at), .. }) => Some(self.template_call(*at, call)),
            Some(_) => Some(Expr::error(call.area())),
            None => {
                call.args.iter().for_each(|arg| drop(self.expr(arg)));
                self.no_method(ty, &name, Area::of(&last.ident), "function");
                Some(Expr::error(call.area()))
            }
        }
    }

    /// Whether a path is that of a function of an `impl` of the module.
    pub(super) fn is_own_function(&mut self, path: &syn::ExprPath) -> bool {
        let mut owner = path.path.clone();
        let Some(last) = owner.segments.pop() else { return false };
        owner.segments.pop_punct();
        if !self.sees_module || owner.segments.is_empty() {
            return false;
        }
        let id = self.data_type(&owner).and_then(|ty| Some(self.infer.data_of(ty)?.definition.id.clone()));
        id.is_some_and(|id| self.methods.contains_key(&(id, plain(&last.ident))))
    }

    /// `value.method(..)` of a struct or an enum of the module.
    pub(super) fn own_method(&mut self, call: &syn::ExprMethodCall, receiver: Expr) -> Expr {
        let (area, name) = (receiver.area.to(call.area()), plain(&call.method));
        let id = self.infer.data_of(receiver.ty).map(|data| data.definition.id.clone());
        let known = id.and_then(|id| self.methods.get(&(id, name.clone())));
        match known {
            Some(Known { takes: Takes::Nothing, .. }) => {
                call.args.iter().for_each(|arg| drop(self.expr(arg)));
                let owner = self.infer.name(receiver.ty);
                let problem = format!("`{name}` takes no `self`, so it is no method");
                self.errors.report(Area::of(&call.method), problem, format!("write `{owner}::{name}(..)`"));
                Expr::error(area)
            }
            Some(Known { function: Some(function), .. }) => {
                self.function_call_on(*function, vec![receiver], &call.args, area)
            }
            Some(Known { template: Some(at), .. }) => self.taking_method(*at, receiver, call, area),
            Some(Known { function: None, .. }) => Expr::error(area),
            None => {
                call.args.iter().for_each(|arg| drop(self.expr(arg)));
                self.no_method(receiver.ty, &name, Area::of(&call.method), "method");
                Expr::error(area)
            }
        }
    }

    /// `Owner::Output`: a type of an `impl` of a trait.
    pub(super) fn associated_type(&mut self, path: &syn::Path) -> Option<crate::types::Ty> {
        let mut owner = path.clone();
        let last = owner.segments.pop()?;
        owner.segments.pop_punct();
        if owner.segments.is_empty() || self.associated.is_empty() {
            return None;
        }
        let ty = match owner.get_ident().and_then(|name| self.lookup(&plain(name))) {
            Some(Entity::Type(ty)) => ty,
            _ => self.data_type(&owner)?,
        };
        let id = self.infer.data_of(ty)?.definition.id.clone();
        let written = self.associated.get(&(id, plain(&last.ident)))?.clone();
        self.written_type(&written)
    }

    /// The function that an operator of a struct or an enum of the module calls.
    pub(super) fn own_operator(&self, ty: crate::types::Ty, key: &str) -> Option<FunctionId> {
        let id = self.infer.data_of(ty)?.definition.id.clone();
        self.methods.get(&(id, key.to_string()))?.function
    }

    fn no_method(&mut self, ty: crate::types::Ty, name: &str, area: Area, what: &str) {
        let id = self.infer.data_of(ty).map(|data| data.definition.id.clone()).unwrap_or_default();
        let known = Rc::clone(&self.method_names);
        let names = known.iter().filter(|(owner, _)| *owner == id).map(|(_, name)| name.as_str());
        let names: Vec<&str> = names.collect();
        let fix = match self.nearest(name, &names) {
            Some(meant) => format!("write `{meant}`"),
            None => "write one in an `impl` of the type".to_string(),
        };
        let problem = format!("`{}` has no {what} `{name}`", self.infer.name(ty));
        self.errors.report(area, problem, fix);
    }
}
