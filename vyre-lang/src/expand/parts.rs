//! What stays of the body of a kernel or a function, and of the functions inside: the wire forms, with their calls, and where everything
//! stands in the user's file.

use crate::emit::{self, Emitted, Written};
use crate::hir::{Function, Kernel};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use vyre_ir::{DataType, Inside, Unlinked};

/// A kernel or a function that is valid as far as the macro can see.
pub(crate) struct Compiled {
    pub(super) unlinked: Unlinked,
    pub(super) file: String,
    pub(super) body: Body,
    pub(super) inside: Vec<Body>,
    /// Warnings of data races.
    pub(super) races: TokenStream,
}

pub(super) struct Body {
    wire: Vec<u8>,
    positions: Vec<u8>,
    packed: Vec<emit::Packed>,
}

impl Compiled {
    /// `functions` are all of the kernel's, and `brace` is that of its body.
    pub(crate) fn new(
        unlinked: Unlinked,
        checked: &Kernel,
        emitted: &Emitted,
        functions: &[Emitted],
        brace: Span,
    ) -> Compiled {
        let written = Written::of(brace);
        let body = |emitted: &Emitted| Body {
            wire: emitted.program.to_wire(),
            positions: written.encode(emitted),
            packed: emitted.packed.clone(),
        };
        let inside = functions.iter().skip(checked.first_inside).map(body).collect();
        Compiled { unlinked, body: body(emitted), inside, file: written.file, races: TokenStream::new() }
    }

    /// The wire forms.
    pub(super) fn wires(&self) -> impl Iterator<Item = &[u8]> {
        [&self.body].into_iter().chain(&self.inside).map(|body| body.wire.as_slice())
    }

    /// The `Parts`, of which `callees` is the list of functions outside.
    pub(super) fn parts(
        &self,
        checked: &Kernel,
        name: &str,
        callees: &TokenStream,
        krate: &TokenStream,
    ) -> TokenStream {
        let private = &quote!(#krate::__private);
        let (items, tables) = (super::items::list(checked, private), super::items::tables(checked));
        let locals = Literal::byte_string(&self.locals(checked));
        let locals = quote!(#locals);
        self.one(&self.body, name, [callees, &locals, &items, &tables], private)
    }

    /// The functions inside, encoded.
    pub(crate) fn locals(&self, checked: &Kernel) -> Vec<u8> {
        let functions = checked.functions.iter().skip(checked.first_inside).zip(&self.inside);
        let inside = functions.map(|(function, body)| Inside {
            name: &function.name,
            operation: function.operation.as_deref().unwrap_or_default(),
            inputs: emit::inputs(checked, function),
            outputs: emit::parts(checked, function.result),
            own: function.own,
            wire: &body.wire,
            positions: &body.positions,
        });
        Inside::encode(&Vec::from_iter(inside))
    }

    /// The body's wire form, the positions of its parts, and which buffers share words.
    pub(crate) fn into_body(self) -> (Vec<u8>, Vec<u8>, Vec<emit::Packed>) {
        (self.body.wire, self.body.positions, self.body.packed)
    }

    fn one(
        &self,
        body: &Body,
        path: &str,
        [callees, locals, items, tables]: [&TokenStream; 4],
        private: &TokenStream,
    ) -> TokenStream {
        let (file, [wire, positions]) =
            (&self.file, [&body.wire, &body.positions].map(|bytes| Literal::byte_string(bytes)));
        let packed = body.packed.iter().map(|emit::Packed { buffer, element, part }| {
            quote!(#private::Packed { buffer: ::std::borrow::Cow::Borrowed(#buffer), element: #element, part: #part })
        });
        quote! {
            #private::Parts {
                name: ::core::concat!(::core::module_path!(), "::", #path),
                wire: #wire,
                file: #file,
                positions: #positions,
                callees: #callees,
                locals: #locals,
                items: #items,
                tables: #tables,
                packed: &[#(#packed),*],
            }
        }
    }
}

/// The `Function` with these parts. `operation` is the id of the registered one that it stands for.
pub(super) fn function_item(
    operation: Option<&str>,
    checked: &Kernel,
    function: &Function,
    parts: &TokenStream,
    private: &TokenStream,
) -> TokenStream {
    let data = |ty: DataType| {
        // The variant's name.
        let name = Ident::new(&format!("{ty:?}"), Span::call_site());
        quote!(#private::DataType::#name)
    };
    let inputs = emit::inputs(checked, function).into_iter().map(data);
    let outputs = emit::parts(checked, function.result).into_iter().map(data);
    let own = function.own;
    let operation = match operation {
        Some(id) => quote!(::core::option::Option::Some(#id)),
        None => quote!(::core::option::Option::None),
    };
    quote! {
        #private::Function {
            inputs: &[#(#inputs),*],
            outputs: &[#(#outputs),*],
            own: #own,
            parts: #parts,
            operation: #operation,
        }
    }
}
