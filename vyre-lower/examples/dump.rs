use vyre_lower::analysis::uniformity::*;
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let p: vyre_ir::Program = text.parse().unwrap();
    let mut f = vyre_lower::build(&vyre_ir::validate(&p).unwrap());
    if std::env::args().nth(2).is_some() {
        vyre_lower::pass::optimise(&mut f, &vyre_lower::Target::CPU);
    }
    println!("{f}");
    let u = uniformity(&f);
    for i in 0..f.insts.len() {
        print!("%{i} {:?}; ", u.value(vyre_lower::InstId(i as u32)));
    }
    for i in 0..f.locals.len() {
        print!("local {i} {:?}; ", u.local(vyre_lower::LocalId(i as u32)));
    }
}
