//! A whole program: types, functions, and the function that the kernel calls for each invocation.

use crate::scope::{Function, Gen, Generic, Name, Param, Text};
use crate::types::Ty;

/// The module of a program: `run` launches the kernel, and `plain` computes one invocation.
pub fn program(seed: u64) -> String {
    let mut it = Gen::new(seed);
    let structs = (0..it.source.below(3)).map(|_| Ty::fields(&mut it.source));
    it.structs = Vec::from_iter(structs);
    let methods = Vec::from_iter((0..it.structs.len()).map(|number| method(&mut it, number)));
    let tables = (0..it.source.below(3)).map(|_| table(&mut it)).collect::<String>();
    it.names = it.tables.clone();
    let mut functions = Vec::from_iter((0..it.source.below(3)).map(|_| generic(&mut it)));
    for _ in 0..it.source.range(1, 4) {
        functions.push(function(&mut it));
    }
    let body = body(&mut it);
    let declared = it.structs.iter().enumerate().map(|(number, fields)| {
        let fields = fields.iter().enumerate().map(|(at, ty)| format!("f{at}: {}, ", ty.name()));
        format!(
            "#[vyre::data] #[derive(PartialEq, Debug)] pub struct S{number} {{ {} }}\n",
            fields.collect::<String>()
        )
    });
    let declared = declared.collect::<String>();
    let methods_of_vyre =
        methods.iter().map(|text| format!("#[vyre::function] {}", text.vyre)).collect::<String>();
    let all = methods.iter().chain(&functions).map(|text| text.plain.clone()).collect::<String>();
    let nested = functions.iter().map(|text| text.vyre.clone()).collect::<String>();
    // In half of the programs functions stand beside the kernel, in the others inside.
    let (outside, nested) = match seed % 2 == 0 {
        true => {
            (functions.iter().map(|text| format!("#[vyre::function] {}", text.vyre)).collect(), String::new())
        }
        false => (String::new(), nested),
    };
    // In half of the programs everything is a function, which is called on the host too.
    let vyre = &body.vyre;
    let (whole, body_of_kernel, host) = match seed % 4 >= 2 {
        true => (
            format!(
                "#[vyre::function] pub fn whole(a: u32, b: i32, c: u64) -> u32 {{ {nested} let mut result = 0u32; {vyre} result }}"
            ),
            "let result = whole(a, b, c);".to_string(),
            "Some(|a, b, c| whole(a, b as i32, c as u64))",
        ),
        false => (String::new(), format!("{nested} let mut result = 0u32; {vyre}"), "None"),
    };
    format!(
        "#[allow(warnings, clippy::all)]\npub mod program_{seed} {{
use vyre::prelude::*;
#[vyre::data] #[derive(PartialEq, Debug)] pub enum E {{ A, B, C }}
{tables}
{declared}
{methods_of_vyre}
{outside}
{whole}
pub const HOST: Option<crate::Plain> = {host};
#[vyre::kernel(workgroup_size = 16)]
fn kernel(inputs: &[u32], out: &mut [u32]) {{
let id = invocation_id().x;
let (a, b, c) = (inputs[id * 3], inputs[id * 3 + 1] as i32, inputs[id * 3 + 2] as u64);
{body_of_kernel}
out[id] = result;
}}
pub fn run(device: &vyre::Device, inputs: &[u32], out: &mut [u32]) -> Result<(), vyre::Error> {{
    kernel(inputs, out).dispatch(device)
}}
pub fn plain(a: u32, b: u32, c: u32) -> u32 {{
    inner::plain(a, b as i32, c as u64)
}}
mod inner {{
use super::{{*}};
use crate::plain::*;
{all}
pub fn plain(a: u32, b: i32, c: u64) -> u32 {{
let mut result = 0u32;
{plain}
result
}}
}}
}}\n",
        plain = body.plain,
    )
}

/// A constant of the module that is an array.
fn table(it: &mut Gen) -> String {
    let (name, element) = (it.name("TABLE"), Ty::scalar_element(&mut it.source));
    let element = match it.source.chance(1, 4) {
        true => Ty::Array(Box::new(element), it.source.range(2, 4)),
        false => element,
    };
    let ty = Ty::Array(Box::new(element), it.source.range(3, 12));
    let value = it.expr_of_constant(&ty);
    let text = format!("pub const {name}: {} = {value};\n", ty.name());
    it.tables.push(Name { name, ty, is_mutable: false });
    text
}

/// A function over integer types.
fn generic(it: &mut Gen) -> Text {
    let (name, has_constant) = (it.name("over"), it.source.chance(1, 3));
    let (local, result) = (it.generic_expr(has_constant, 2), it.generic_expr(has_constant, 3));
    let constant = if has_constant { ", const N: u32" } else { "" };
    let of = |bound: &str, local: &str, result: &str| {
        format!("fn {name}<T: {bound}{constant}>(a: T, b: T) -> T {{ let b: T = {local}; {result} }}\n")
    };
    let text =
        Text::new(of("vyre::Integer", &local.vyre, &result.vyre), of("Int", &local.plain, &result.plain));
    it.generics.push(Generic { name, has_constant });
    text
}

/// A function with everything that functions may have.
fn function(it: &mut Gen) -> Text {
    let name = it.name("fun");
    let (mut params, mut texts) = (Vec::new(), Vec::new());
    let names = std::mem::replace(&mut it.names, it.tables.clone());
    for _ in 0..it.source.range(1, 3) {
        let param = it.name("p");
        let ty = Ty::any(&mut it.source, it.structs.len(), 1);
        match it.source.below(6) {
            0 => {
                let element = Ty::scalar_element(&mut it.source);
                texts.push(Text::same(format!("{param}: &[{}]", element.name())));
                params.push((Param::Slice(element), param));
            }
            1 => {
                let element = Ty::scalar_element(&mut it.source);
                texts.push(Text::same(format!("{param}: &mut [{}]", element.name())));
                params.push((Param::SliceMut(element), param));
            }
            2 => {
                let ty = Ty::scalar(&mut it.source);
                texts.push(Text::same(format!("{param}: &mut {}", ty.name())));
                params.push((Param::Mut(ty), param));
            }
            _ => {
                texts.push(Text::same(format!("mut {param}: {}", ty.name())));
                it.names.push(Name { name: param.clone(), ty: ty.clone(), is_mutable: true });
                params.push((Param::Value(ty), param));
            }
        }
    }
    let result = Ty::any(&mut it.source, it.structs.len(), 1);
    // What stands behind references is copied in the beginning and changed in the end.
    let (mut first, mut last) = (String::new(), [String::new(), String::new()]);
    for (param, name) in &params {
        match param {
            Param::Value(_) => {}
            Param::Mut(ty) => {
                let copy = it.name("m");
                first += &format!("let mut {copy} = *{name}; ");
                last.iter_mut().for_each(|last| *last += &format!("*{name} = {copy}; "));
                it.names.push(Name { name: copy, ty: ty.clone(), is_mutable: true });
            }
            Param::Slice(ty) | Param::SliceMut(ty) => {
                let copy = it.name("m");
                let [vyre, plain] = [format!("{name}[1]"), format!("at({name}, 1)")];
                first += &format!("let mut {copy} = ELEMENT[{vyre}|{plain}]; ");
                if let Param::SliceMut(_) = param {
                    last[0] += &format!("{name}[{name}.len() - 1] = {copy}; ");
                    last[1] +=
                        &format!("let index = sub({name}.len() as u32, 1); put({name}, index, {copy}); ");
                }
                it.names.push(Name { name: copy, ty: ty.clone(), is_mutable: true });
            }
        }
    }
    let budget = std::mem::replace(&mut it.budget, 12);
    it.result = Some(result.clone());
    let count = it.source.range(1, 4);
    let (stmts, value) = (it.statements(count, 2), it.expr(&result, 2));
    it.result = None;
    (it.budget, it.names) = (budget, names);
    let head = format!("fn {name}({}) -> {} {{ ", Text::join(&texts, ", ").vyre, result.name());
    let ty = result.name();
    let end = |first: String, stmts: &str, value: &str, last: &str| {
        format!("{head}{first}{stmts} let result: {ty} = {value}; {last}result }}\n")
    };
    let text = Text {
        vyre: end(chosen(&first, true), &stmts.vyre, &value.vyre, &last[0]),
        plain: end(chosen(&first, false), &stmts.plain, &value.plain, &last[1]),
    };
    let params = params.into_iter().map(|(param, _)| param).collect();
    it.functions.push(Function { name, params, result, is_method: false });
    text
}

/// A method that changes a struct.
fn method(it: &mut Gen, number: usize) -> Text {
    let (name, param, result) = (it.name("method"), it.name("p"), Ty::scalar(&mut it.source));
    let names = std::mem::take(&mut it.names);
    for (at, ty) in it.structs[number].clone().into_iter().enumerate() {
        it.names.push(Name { name: format!("self.f{at}"), ty, is_mutable: true });
    }
    let ty = Ty::any(&mut it.source, 0, 1);
    it.names.push(Name { name: param.clone(), ty: ty.clone(), is_mutable: true });
    let budget = std::mem::replace(&mut it.budget, 8);
    it.result = Some(result.clone());
    let (stmts, value) = (it.statements(3, 1), it.expr(&result, 2));
    it.result = None;
    (it.budget, it.names) = (budget, names);
    let head =
        |end: &str| format!("pub fn {name}{end}(&mut self, mut {param}: {}) -> {}", ty.name(), result.name());
    let of = |end: &str, stmts: &str, value: &str| {
        format!(
            "impl S{number} {{ {} {{ {stmts} let result: {} = {value}; result }} }}\n",
            head(end),
            result.name()
        )
    };
    let text = Text::new(of("", &stmts.vyre, &value.vyre), of("_plain", &stmts.plain, &value.plain));
    let params = vec![Param::Mut(Ty::Struct(number)), Param::Value(ty)];
    it.functions.push(Function { name, params, result, is_method: true });
    text
}

/// The text with `ELEMENT[vyre|plain]` replaced by one of both.
fn chosen(text: &str, is_vyre: bool) -> String {
    let mut parts = text.split("ELEMENT[");
    let mut all = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (both, rest) = part.split_once("]; ").unwrap_or((part, ""));
        let (vyre, plain) = both.split_once('|').unwrap_or((both, both));
        all += if is_vyre { vyre } else { plain };
        all += "; ";
        all += rest;
    }
    all
}

/// The statements of the kernel, and the sum of everything that they leave.
fn body(it: &mut Gen) -> Text {
    for (name, ty) in [("a", Ty::U32), ("b", Ty::Int("i32")), ("c", Ty::Int("u64"))] {
        it.names.push(Name { name: name.to_string(), ty, is_mutable: false });
    }
    let count = it.source.range(4, 9);
    let mut list = vec![it.statements(count, 3)];
    for (at, name) in it.names.clone().iter().enumerate() {
        let is_hidden = it.names[at + 1..].iter().any(|later| later.name == name.name);
        if !is_hidden && at >= it.tables.len() {
            summed(it, &name.name, &name.ty, &mut list);
        }
    }
    Text::join(&list, "\n")
}

/// Adds a value's bits to the result.
fn summed(it: &Gen, place: &str, ty: &Ty, list: &mut Vec<Text>) {
    let value = match ty {
        Ty::Bool | Ty::Enum => Text::same(format!("{place} as u32")),
        Ty::Int("u64" | "i64") => Text::same(format!("({place} as u64 ^ {place} as u64 >> 32) as u32")),
        Ty::Int("u128") => {
            Text::same(format!("({place} ^ {place} >> 32 ^ {place} >> 64 ^ {place} >> 96) as u32"))
        }
        Ty::Int(_) => Text::same(format!("{place} as u32")),
        // Only the sign of a NaN is left open: `-x` and `abs` change it, and rustc's operators give either.
        Ty::F32 => Text::new(
            format!("(if {place} == {place} {{ {place}.to_bits() }} else {{ {place}.to_bits() & 0x7fff_ffff }})"),
            format!("bits({place})"),
        ),
        Ty::Tuple(parts) => {
            for (at, part) in parts.iter().enumerate() {
                summed(it, &format!("{place}.{at}"), part, list);
            }
            return;
        }
        Ty::Struct(number) => {
            for (at, part) in it.structs[*number].iter().enumerate() {
                summed(it, &format!("{place}.f{at}"), part, list);
            }
            return;
        }
        Ty::Array(element, count) => {
            for at in 0..*count {
                summed(it, &format!("{place}[{at}]"), element, list);
            }
            return;
        }
    };
    list.push(Text::fill("result = (result.rotate_left(5) ^ ({0})).wrapping_mul(0x9e3779b1);", &[&value]));
}
