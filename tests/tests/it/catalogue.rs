//! The documents of `docs/catalogue` say what the tables say. `VYRE_BLESS=1` writes them anew.

use std::path::Path;
use vyre::ir::catalogue;

#[test]
fn documents_are_those_of_the_tables() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/catalogue");
    let documents = [
        ("rules.md", catalogue::rules()),
        ("casts.md", catalogue::casts()),
        ("operators.md", catalogue::operators()),
        ("operations.md", catalogue::operations()),
    ];
    let is_blessing = std::env::var("VYRE_BLESS").is_ok_and(|value| value == "1");
    let mut stale = Vec::new();
    for (name, text) in documents {
        let path = folder.join(name);
        if is_blessing {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        if std::fs::read_to_string(&path).ok().as_deref() != Some(&text) {
            stale.push(name);
        }
    }
    assert!(
        stale.is_empty(),
        "{stale:?} differ from the tables. Fix: run `VYRE_BLESS=1 cargo test -p vyre-tests catalogue::`"
    );
}
