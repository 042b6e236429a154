use super::*;

const HEADER: &str = "x = 3, y = 3\n";

fn fails(text: &str, line: usize, column: usize, problem: Problem) {
    assert_eq!(text.parse::<Pattern>(), Err(RleError { line, column, problem }), "{text:?}");
}

fn runs(body: &str) -> Vec<(u32, u32, u32)> {
    let pattern: Pattern = format!("{HEADER}{body}").parse().unwrap();
    pattern.runs.iter().map(|run| (run.x, run.y, run.length)).collect()
}

#[test]
fn a_whole_file_is_read() {
    let text = "#N Glider\n#O Richard K. Guy\n#C One line,\n#c another.\n#R -1 +2\n#Z unknown\n\n\
        x = 3, y = 3, rule = B36/S23\r\nbo$2b\no$3o! text after the end\nof any kind";
    let pattern: Pattern = text.parse().unwrap();
    assert_eq!(pattern.name.as_deref(), Some("Glider"));
    assert_eq!(pattern.author.as_deref(), Some("Richard K. Guy"));
    assert_eq!(pattern.comments, ["One line,", "another."]);
    assert_eq!(pattern.corner, Some((-1, 2)));
    assert_eq!((pattern.width, pattern.height), (3, 3));
    assert_eq!(pattern.rule.to_string(), "B36/S23");
    assert_eq!(pattern.population(), 5);
    let runs: Vec<_> = pattern.runs.iter().map(|run| (run.x, run.y, run.length)).collect();
    assert_eq!(runs, [(1, 0, 1), (2, 1, 1), (0, 2, 3)]);
}

#[test]
fn headers_may_be_loose() {
    for header in ["x=4,y=5", "  x  =  4 , y= 5 ", "x = 4, y = 5, rule=23/3"] {
        let pattern: Pattern = format!("{header}\n!").parse().unwrap();
        assert_eq!((pattern.width, pattern.height, pattern.rule), (4, 5, Rule::LIFE), "{header}");
    }
    assert!("x = 0, y = 0\n!".parse::<Pattern>().is_ok());
}

#[test]
fn rows_runs_and_line_breaks() {
    assert_eq!(runs("!"), []);
    assert_eq!(runs("o2$o!"), [(0, 0, 1), (0, 2, 1)]);
    assert_eq!(runs("1\n 0$!"), []);
    assert_eq!(runs("b2\no!"), [(1, 0, 2)]);
    assert_eq!(runs("o \t o\n\no$!"), [(0, 0, 1), (1, 0, 1), (2, 0, 1)]);
    assert_eq!(runs("4000000000b$3o!"), [(0, 1, 3)]);
}

#[test]
fn headers_that_are_wrong() {
    fails("", 1, 1, Problem::NoHeader);
    fails("#N only a name", 1, 15, Problem::NoHeader);
    fails("bo$2bo$3o!", 1, 1, Problem::HeaderPart("x"));
    fails("x = 3", 1, 6, Problem::HeaderPart("y"));
    fails("x = 3, z = 3", 1, 8, Problem::HeaderPart("y"));
    fails("x = 3, y = 3, B3/S23", 1, 15, Problem::HeaderPart("rule"));
    fails("x = -3, y = 3", 1, 1, Problem::Side);
    fails("\nx = 3, y = 65537", 2, 8, Problem::Side);
    fails("x = 99999999999999999999, y = 3", 1, 1, Problem::Side);
    fails("#P 1", 1, 3, Problem::Corner);
    let rule = "B3/S23:T30,20".parse::<Rule>().unwrap_err();
    fails("x = 3, y = 3, rule = B3/S23:T30,20", 1, 15, Problem::Rule(rule));
}

#[test]
fn bodies_that_are_wrong() {
    let body = |text: &str, line: usize, column, problem| {
        fails(&format!("{HEADER}{text}"), line + 1, column, problem)
    };
    body("bo$2bo$3o", 1, 10, Problem::NoEnd);
    body("3o$\nbz!", 2, 2, Problem::Character('z'));
    body("bé!", 1, 2, Problem::Character('é'));
    body("2!", 1, 2, Problem::DanglingCount);
    body("0o!", 1, 1, Problem::Count);
    body("4294967296b!", 1, 10, Problem::Count);
    body("4294967295bb!", 1, 12, Problem::Count);
    body("4294967295$$!", 1, 12, Problem::Count);
    body("b3o!", 1, 3, Problem::Outside(3, 3));
    body("3$o!", 1, 3, Problem::Outside(3, 3));
    body("4294967295o!", 1, 11, Problem::Outside(3, 3));
}

#[test]
fn errors_say_where() {
    let error = "x = 3, y = 3\n3o$bx!".parse::<Pattern>().unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 5: expected a number, `b`, `o`, `$` or `!`, got 'x'");
}
