//! Operators that are called as methods, such as `a.add(b)`, or named as `u32::add`: their trait must be in scope, or be a bound.

use super::Found;
use crate::check::operator_of;
use crate::syntax::{plain, words};
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::{self, Visit};

/// A text that names the trait nowhere has it in no scope. One that does is taken.
pub(super) fn check(file: &syn::File, found: &mut Found) {
    let named = words(file.to_token_stream()).into_iter().collect();
    let mut calls = Calls { named, declared: HashSet::new(), has_glob: false, list: Vec::new() };
    calls.visit_file(file);
    if calls.has_glob && calls.named.contains("ops") {
        return;
    }
    for name in calls.list {
        let method = plain(name);
        let of_trait = |word: &String| word.starts_with(char::is_uppercase) && word.to_lowercase() == method;
        if !calls.declared.contains(&method) && !calls.named.iter().any(of_trait) {
            let problem = format!("no method named `{method}` is in scope");
            found.report(name.span(), problem, "write the operator, or import its trait from `std::ops`");
        }
    }
}

struct Calls<'a> {
    /// The words of the text.
    named: HashSet<String>,
    /// The functions that it has.
    declared: HashSet<String>,
    /// Whether it imports all of something.
    has_glob: bool,
    /// The names of operators as methods, where they are called.
    list: Vec<&'a syn::Ident>,
}

impl<'a> Visit<'a> for Calls<'a> {
    fn visit_signature(&mut self, it: &'a syn::Signature) {
        self.declared.insert(plain(&it.ident));
        visit::visit_signature(self, it);
    }

    fn visit_use_glob(&mut self, _: &'a syn::UseGlob) {
        self.has_glob = true;
    }

    fn visit_expr_path(&mut self, it: &'a syn::ExprPath) {
        let names: Vec<&syn::Ident> = it.path.segments.iter().map(|segment| &segment.ident).collect();
        if let [of, method] = names[..]
            && crate::signature::named(&plain(of)).is_some()
            && (operator_of(&plain(method)).is_some() || method == "neg" || method == "not")
        {
            self.list.push(method);
        }
        visit::visit_expr_path(self, it);
    }

    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        let is_operator = match call.args.len() {
            0 => call.method == "neg" || call.method == "not",
            1 => operator_of(&call.method.to_string()).is_some(),
            _ => false,
        };
        self.list.extend(is_operator.then_some(&call.method));
        visit::visit_expr_method_call(self, call);
    }
}
