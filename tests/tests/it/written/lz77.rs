use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use vyre::prelude::*;

    pub const BLOCK: usize = 64;
    const WINDOW: usize = 32;
    const MIN_MATCH: usize = 3;

    #[derive(Clone, Copy)]
    enum Token {
        Literal(u8),
        Match { distance: u8, length: u8 },
    }

    fn common_prefix(a: &[u8], b: &[u8]) -> usize {
        a.iter().zip(b).take_while(|(x, y)| x == y).count()
    }

    fn next_token(block: &[u8], at: usize) -> Token {
        let from = at.saturating_sub(WINDOW);
        let best = (from..at)
            .map(|start| (common_prefix(&block[start..], &block[at..]), start))
            .max_by_key(|&(length, start)| (length, start));
        match best {
            Some((length, start)) if length >= MIN_MATCH => {
                Token::Match { distance: (at - start) as u8, length: length.min(255) as u8 }
            }
            _ => Token::Literal(block[at]),
        }
    }

    impl Token {
        fn len(&self) -> usize {
            match self {
                Token::Literal(_) => 1,
                Token::Match { length, .. } => *length as usize,
            }
        }

        fn write(self, out: &mut [u8]) -> usize {
            match self {
                Token::Literal(byte) => {
                    out[0] = 0;
                    out[1] = byte;
                    2
                }
                Token::Match { distance, length } => {
                    out[..3].copy_from_slice(&[1, distance, length]);
                    3
                }
            }
        }
    }

    #[kernel(workgroup_size = 16)]
    pub fn compress(input: &[u8], output: &mut [u8], sizes: &mut [u32]) {
        let i = invocation_id().x as usize;
        if i >= sizes.len() {
            return;
        }
        let end = ((i + 1) * BLOCK).min(input.len());
        let block = &input[i * BLOCK..end];
        let out = &mut output[2 * i * BLOCK..2 * (i + 1) * BLOCK];
        let (mut at, mut written) = (0, 0);
        while at < block.len() {
            let token = next_token(block, at);
            written += token.write(&mut out[written..]);
            at += token.len();
        }
        sizes[i] = written as u32;
    }

    #[kernel(workgroup_size = 16)]
    pub fn decompress(input: &[u8], sizes: &[u32], output: &mut [u8]) {
        let i = invocation_id().x as usize;
        let Some(&size) = sizes.get(i) else { return };
        let mut rest = &input[2 * i * BLOCK..2 * i * BLOCK + size as usize];
        let mut at = i * BLOCK;
        loop {
            rest = match rest {
                [0, byte, tail @ ..] => {
                    output[at] = *byte;
                    at += 1;
                    tail
                }
                [1, distance, length, tail @ ..] => {
                    for _ in 0..*length {
                        output[at] = output[at - *distance as usize];
                        at += 1;
                    }
                    tail
                }
                _ => break,
            };
        }
    }
}

pub fn test(device: &Device) -> Result<(), vyre::Error> {
    let input: Vec<u8> = b"how much wood would a woodchuck chuck if a woodchuck could chuck wood? "
        .iter()
        .copied()
        .cycle()
        .take(300)
        .collect();
    let blocks = input.len().div_ceil(kernels::BLOCK);
    let mut output = vec![0u8; 2 * blocks * kernels::BLOCK];
    let mut sizes = vec![0u32; blocks];
    kernels::compress(&input, &mut output, &mut sizes).invocations([blocks as u32, 1, 1]).dispatch(device)?;
    let mut back = vec![0u8; 300];
    kernels::decompress(&output, &sizes, &mut back).invocations([blocks as u32, 1, 1]).dispatch(device)?;
    assert_eq!(back, input);
    Ok(())
}
