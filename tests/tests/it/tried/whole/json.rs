use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Token<'a> {
        Open(Bracket),
        Close(Bracket),
        Colon,
        Comma,
        Text(&'a [u8]),
        Number(f64),
        Bool(bool),
        Null,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Bracket {
        Square,
        Curly,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Unexpected {
        pub at: usize,
    }

    pub struct Lexer<'a> {
        source: &'a [u8],
        at: usize,
    }

    impl<'a> Lexer<'a> {
        pub fn new(source: &'a [u8]) -> Self {
            Lexer { source, at: 0 }
        }

        fn peek(&self) -> Option<u8> {
            self.source.get(self.at).copied()
        }

        fn take_while(&mut self, accept: impl Fn(u8) -> bool) -> &'a [u8] {
            let start = self.at;
            while self.peek().is_some_and(&accept) {
                self.at += 1;
            }
            &self.source[start..self.at]
        }

        fn number(&mut self) -> Option<f64> {
            let sign = if self.peek() == Some(b'-') {
                self.at += 1;
                -1.0
            } else {
                1.0
            };
            let digits = self.take_while(|c| c.is_ascii_digit());
            if digits.is_empty() {
                return None;
            }
            let mut value = digits.iter().fold(0.0, |v, d| v * 10.0 + f64::from(d - b'0'));
            if self.peek() == Some(b'.') {
                self.at += 1;
                let mut scale = 1.0;
                for d in self.take_while(|c| c.is_ascii_digit()) {
                    scale /= 10.0;
                    value += (d - b'0') as f64 * scale;
                }
            }
            Some(sign * value)
        }

        fn text(&mut self) -> Option<&'a [u8]> {
            self.at += 1;
            let text = self.take_while(|c| c != b'"');
            self.at += 1;
            (self.at <= self.source.len()).then_some(text)
        }
    }

    impl<'a> Iterator for Lexer<'a> {
        type Item = Result<Token<'a>, Unexpected>;

        fn next(&mut self) -> Option<Self::Item> {
            self.take_while(|c| c.is_ascii_whitespace());
            let start = self.at;
            let token = match self.peek()? {
                b'"' => self.text().map(Token::Text),
                b'-' | b'0'..=b'9' => self.number().map(Token::Number),
                b'a'..=b'z' => match self.take_while(|c| c.is_ascii_lowercase()) {
                    b"true" => Some(Token::Bool(true)),
                    b"false" => Some(Token::Bool(false)),
                    b"null" => Some(Token::Null),
                    _ => None,
                },
                c => {
                    self.at += 1;
                    Some(match c {
                        b'[' => Token::Open(Bracket::Square),
                        b']' => Token::Close(Bracket::Square),
                        b'{' => Token::Open(Bracket::Curly),
                        b'}' => Token::Close(Bracket::Curly),
                        b':' => Token::Colon,
                        b',' => Token::Comma,
                        _ => return Some(Err(Unexpected { at: start })),
                    })
                }
            };
            Some(token.ok_or(Unexpected { at: start }))
        }
    }

    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct Summary {
        pub depth: u32,
        pub tokens: u32,
        pub letters: u32,
        pub error: i32,
        pub sum: f64,
    }

    pub fn summary(source: &[u8]) -> Summary {
        let mut summary = Summary { error: -1, ..Default::default() };
        let mut stack = [Bracket::Square; 16];
        let mut depth = 0usize;
        for token in Lexer::new(source) {
            let token = match token {
                Ok(token) => token,
                Err(Unexpected { at }) => {
                    summary.error = at as i32;
                    break;
                }
            };
            summary.tokens += 1;
            match token {
                Token::Open(bracket) => {
                    stack[depth] = bracket;
                    depth += 1;
                    summary.depth = summary.depth.max(depth as u32);
                }
                Token::Close(bracket) if depth > 0 && stack[depth - 1] == bracket => depth -= 1,
                Token::Close(_) => {
                    summary.error = 1000;
                    break;
                }
                Token::Text(text) => summary.letters += text.len() as u32,
                Token::Number(n) => summary.sum += n,
                Token::Bool(_) | Token::Null | Token::Colon | Token::Comma => {}
            }
        }
        summary
    }

    #[kernel(workgroup_size = 32)]
    pub fn summaries(data: &[u8], ends: &[u32], out: &mut [Summary]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            let start = if i == 0 { 0 } else { ends[i - 1] as usize };
            out[i] = summary(&data[start..ends[i] as usize]);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let documents = [
        r#"{"name": "vyre", "list": [1, 2.5, -3], "ok": true}"#,
        r#"[[[]], null, {"a": {"b": [0.125]}}]"#,
        r#"[1, 2"#,
        r#"{"open": "#,
        r#"[1}"#,
        r#"  tru "#,
        r#""unclosed"#,
    ];
    let data = documents.concat().into_bytes();
    let mut ends = vec![];
    for d in documents {
        ends.push(ends.last().unwrap_or(&0) + d.len() as u32);
    }
    let mut out = vec![gpu::Summary::default(); documents.len()];
    gpu::summaries(&data, &ends, &mut out).dispatch(device)?;
    for (document, got) in documents.iter().zip(&out) {
        assert_eq!(*got, gpu::summary(document.as_bytes()), "{document}");
    }
    assert_eq!((out[0].tokens, out[0].depth, out[0].sum, out[0].letters), (19, 2, 0.5, 14));
    assert_eq!((out[1].depth, out[1].sum), (4, 0.125));
    assert_eq!((out[4].error, out[5].error, out[6].error), (1000, 2, 0));
    println!("{:?}", out[0]);
    Ok(())
}
