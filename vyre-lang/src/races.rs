//! Warnings of data races that are certain. Stable Rust has no warnings for macros; the lint `deprecated` warns at any token of the user's.

use crate::attribute;
use crate::diagnostics::Errors;
use crate::emit::Emitted;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Attribute;
use vyre_ir::{Race, certain_races};

/// An item that warns of each race at the tokens of its store. The kernel's `attributes` hold for it, so that its `allow(deprecated)` does.
pub(crate) fn warnings(emitted: &Emitted, attributes: &[Attribute], errors: &Errors) -> TokenStream {
    let races = certain_races(&emitted.program);
    let lints = attribute::levels(attributes).map(ToTokens::to_token_stream).collect::<TokenStream>();
    let warning = |race: &Race| {
        let area = emitted.areas.get(race.store)?;
        let quoted = |place: usize| emitted.areas.get(place).map(|area| errors.quote(*area));
        let load = race.load.and_then(quoted).map_or(String::new(), |load| format!(", as {load} does"));
        let note = format!(
            "{race}{load}. Fix: {}. If it is meant: `#[allow(deprecated)]` on the kernel",
            race.fix()
        );
        let name = Ident::new("data_race", area.start);
        Some(quote! {
            #lints
            const _: () = {
                #[deprecated(note = #note)]
                #[allow(non_upper_case_globals)]
                const data_race: () = ();
                #name
            };
        })
    };
    races.iter().filter_map(warning).collect()
}
