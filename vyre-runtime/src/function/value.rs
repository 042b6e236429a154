//! Functions as values.

use super::Function as Compiled;
use crate::item::Item;
use std::fmt;
use std::marker::PhantomData;

/// What `#[vyre::function]` leaves of a function, as a type.
#[diagnostic::on_unimplemented(
    message = "this function does not take `{Args}` to give `{R}`",
    label = "not a function of these types",
    note = "items are passed by value, and a tuple is one parameter: `|(x, y): (u32, f32)| ..`"
)]
pub trait Callable<Args, R>: 'static {
    /// The function, as kernels call it.
    fn function() -> &'static Compiled;
    /// Calls it on the host.
    fn called(args: Args) -> R;
}

/// What `func!` leaves of a closure, which takes values from around it too.
#[diagnostic::on_unimplemented(
    message = "this function does not take `{Args}` to give `{R}`",
    label = "not a function of these types",
    note = "items are passed by value, and a tuple is one parameter: `|(x, y): (u32, f32)| ..`"
)]
pub trait Closure<Args, Captured, R>: 'static {
    /// Calls it on the host.
    fn closed(args: Args, captured: Captured) -> R;
    /// The function, as kernels call it.
    fn function() -> &'static Compiled;
}

/// A function of kernels as a value: `func!(path)`, or `func!(|x: u32| x + 1)`. It can be called on the host, too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no function that takes `{Args}` and gives `{R}`",
    label = "not a function of these types",
    note = "write `func!(path)` or `func!(|x: u32| ..)`; items are passed by value, and a tuple is one parameter"
)]
pub trait Function<Args, R>: Copy + Send + Sync + 'static + Callee {
    /// Calls it on the host, where it computes what it does in a kernel.
    fn call(&self, args: Args) -> R;
    /// The function, as kernels call it.
    #[doc(hidden)]
    fn compiled(&self) -> fn() -> &'static Compiled;
    /// The function as an operation with this id, for programs: [`Registry::register`](vyre_ir::Registry::register). What a closure takes from around it
    /// are further arguments, behind its own.
    fn operation(&self, id: impl Into<String>) -> vyre_ir::OpSpec
    where
        Self: Sized,
    {
        super::exported((self.compiled())(), id)
    }
}

/// What is passed to a function besides its arguments. It seals the trait of functions.
#[doc(hidden)]
pub trait Callee {
    /// The words of what it takes from around it.
    fn captured(&self) -> Vec<u32>;
}

/// The value of a function that has a path.
pub struct Named<F>(PhantomData<fn() -> F>);

/// The value of a closure.
pub struct Anonymous<F, C> {
    captured: C,
    function: PhantomData<fn() -> F>,
}

/// The value of a function.
pub fn named<F: Callable<Args, R>, Args, R>() -> Named<F> {
    Named(PhantomData)
}

/// The value of a closure.
pub fn anonymous<F: Closure<Args, C, R>, Args, C, R>(captured: C) -> Anonymous<F, C> {
    Anonymous { captured, function: PhantomData }
}

impl<F> Named<F> {
    /// The function as an operation with this id, for programs, pipelines and other kernels: [`Registry::register`](vyre_ir::Registry::register).
    pub fn operation<Args, R>(&self, id: impl Into<String>) -> vyre_ir::OpSpec
    where
        F: Callable<Args, R>,
    {
        super::exported(F::function(), id)
    }
}

impl<F> Clone for Named<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for Named<F> {}

impl<F> fmt::Debug for Named<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("func!(..)")
    }
}

impl<F, C: Copy> Clone for Anonymous<F, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F, C: Copy> Copy for Anonymous<F, C> {}

impl<F, C> fmt::Debug for Anonymous<F, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("func!(|..| ..)")
    }
}

impl<F> Callee for Named<F> {
    fn captured(&self) -> Vec<u32> {
        Vec::new()
    }
}

impl<F, C: Item> Callee for Anonymous<F, C> {
    fn captured(&self) -> Vec<u32> {
        let mut words = Vec::new();
        self.captured.add_words(&mut words);
        words
    }
}

impl<F: Callable<Args, R>, Args, R> Function<Args, R> for Named<F> {
    fn call(&self, args: Args) -> R {
        F::called(args)
    }
    fn compiled(&self) -> fn() -> &'static Compiled {
        F::function
    }
}

impl<F: Closure<Args, C, R>, C: Item, Args, R> Function<Args, R> for Anonymous<F, C> {
    fn call(&self, args: Args) -> R {
        F::closed(args, self.captured)
    }
    fn compiled(&self) -> fn() -> &'static Compiled {
        F::function
    }
}
