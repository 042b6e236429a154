use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct Settings {
        pub width: u32,
        pub height: u32,
        pub gamma: f32,
        pub verbose: u32,
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ParseError {
        NoSection { line: u32 },
        NoEquals { line: u32 },
        BadValue { line: u32 },
        UnknownKey { line: u32 },
    }

    impl ParseError {
        pub fn line(self) -> u32 {
            use ParseError::*;
            let (NoSection { line } | NoEquals { line } | BadValue { line } | UnknownKey { line }) = self;
            line
        }
    }

    fn trim(text: &[u8]) -> &[u8] {
        text.trim_ascii()
    }

    fn parse_u32(text: &[u8]) -> Option<u32> {
        if text.is_empty() {
            return None;
        }
        text.iter().try_fold(0u32, |value, &c| {
            let digit = (c as char).to_digit(10)?;
            value.checked_mul(10)?.checked_add(digit)
        })
    }

    fn parse_f32(text: &[u8]) -> Option<f32> {
        let dot = text.iter().position(|&c| c == b'.').unwrap_or(text.len());
        let (whole, fraction) = text.split_at(dot);
        let whole = parse_u32(whole)? as f32;
        match fraction {
            [] | [b'.'] => Some(whole),
            [_, digits @ ..] => {
                let value = parse_u32(digits)? as f32;
                Some(whole + value / 10f32.powi(digits.len() as i32))
            }
        }
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Section {
        None,
        Video,
        Other,
    }

    pub fn parse(source: &[u8]) -> Result<Settings, ParseError> {
        let mut settings = Settings::default();
        let mut section = Section::None;
        for (number, line) in source.split(|&c| c == b'\n').enumerate() {
            let at = number as u32 + 1;
            let line = trim(line.split(|&c| c == b';').next().unwrap_or(&[]));
            match line {
                [] => continue,
                [b'[', name @ .., b']'] => {
                    section = if name.eq_ignore_ascii_case(b"video") { Section::Video } else { Section::Other };
                }
                _ if section == Section::None => return Err(ParseError::NoSection { line: at }),
                _ if section == Section::Other => {}
                _ => {
                    let equals = line.iter().position(|c| *c == b'=').ok_or(ParseError::NoEquals { line: at })?;
                    let (key, value) = (trim(&line[..equals]), trim(&line[equals + 1..]));
                    let bad = ParseError::BadValue { line: at };
                    match key {
                        b"width" => settings.width = parse_u32(value).ok_or(bad)?,
                        b"height" => settings.height = parse_u32(value).ok_or(bad)?,
                        b"gamma" => settings.gamma = parse_f32(value).ok_or(bad)?,
                        b"verbose" => {
                            settings.verbose = match value {
                                b"yes" | b"true" | b"1" => 1,
                                b"no" | b"false" | b"0" => 0,
                                _ => return Err(bad),
                            }
                        }
                        _ => return Err(ParseError::UnknownKey { line: at }),
                    }
                }
            }
        }
        Ok(settings)
    }

    #[kernel]
    pub fn parse_all(text: &[u8], ends: &[u32], out: &mut [Settings], errors: &mut [u32]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            let start = if i > 0 { ends[i - 1] } else { 0 };
            match parse(&text[start as usize..ends[i] as usize]) {
                Ok(settings) => out[i] = settings,
                Err(error) => errors[i] = error.line(),
            }
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let files = [
        "; a file\n[Video]\nwidth = 640\n  height=480 ; lines\r\ngamma = 2.25\nverbose = yes\n[audio]\nnonsense\n",
        "",
        "width = 1",
        "[video]\nwidth 1\n",
        "[video]\n\nwidth = x1\n",
        "[video]\ndepth = 1\n",
    ];
    let text = files.concat().into_bytes();
    let mut ends = Vec::new();
    let mut end = 0;
    for f in files {
        end += f.len() as u32;
        ends.push(end);
    }
    let mut out = vec![gpu::Settings::default(); files.len()];
    let mut errors = vec![0u32; files.len()];
    gpu::parse_all(&text, &ends, &mut out, &mut errors).dispatch(device)?;
    assert_eq!(out[0], gpu::Settings { width: 640, height: 480, gamma: 2.25, verbose: 1 });
    assert_eq!(errors, [0, 0, 1, 2, 3, 2]);
    for (f, (o, e)) in files.iter().zip(out.iter().zip(&errors)) {
        match gpu::parse(f.as_bytes()) {
            Ok(s) => assert_eq!((s, 0), (*o, *e)),
            Err(p) => assert_eq!(p.line(), *e),
        }
    }
    println!("{:?}", out[0]);
    Ok(())
}
