//! Warnings of data races that are certain. Stable Rust has no warnings for macros; the lint `deprecated` warns at any token of the user's.

use crate::attribute;
use crate::diagnostics::{Area, Errors};
use crate::emit::Emitted;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Attribute;
use vyre_ir::certain_races;

/// Each race, at the tokens of its store.
pub(crate) fn found(emitted: &Emitted, errors: &Errors) -> Vec<(Area, String)> {
    let races = certain_races(&emitted.program);
    let found = races.iter().filter_map(|race| {
        let area = emitted.areas.get(race.store)?;
        let quoted = |place: usize| emitted.areas.get(place).map(|area| errors.quote(*area));
        let load = race.load.and_then(quoted).map_or(String::new(), |load| format!(", as {load} does"));
        Some((*area, format!("{race}{load}. Fix: {}", race.fix())))
    });
    found.collect()
}

/// An item that warns of each race at the tokens of its store. The kernel's `attributes` hold for it, so that its `allow(deprecated)` does.
pub(crate) fn warnings(emitted: &Emitted, attributes: &[Attribute], errors: &Errors) -> TokenStream {
    let lints = attribute::levels(attributes).map(ToTokens::to_token_stream).collect::<TokenStream>();
    let warning = |(area, text): (Area, String)| {
        let note = format!("{text}. If it is meant: `#[allow(deprecated)]` on the kernel");
        let name = Ident::new("data_race", area.start);
        quote! {
            #lints
            const _: () = {
                #[deprecated(note = #note)]
                #[allow(non_upper_case_globals)]
                const data_race: () = ();
                #name
            };
        }
    };
    found(emitted, errors).into_iter().map(warning).collect()
}
