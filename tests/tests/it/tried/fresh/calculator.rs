//! Expressions in text, by a tokenizer that is an iterator and a precedence climb without recursion.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Token {
        Number(i64),
        Operator(u8),
        Open,
        Close,
    }

    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum Failure {
        Character(u8),
        Empty,
        Unbalanced,
        DivisionByZero,
    }

    struct Tokens<'a> {
        rest: &'a [u8],
    }

    impl<'a> Iterator for Tokens<'a> {
        type Item = Result<Token, Failure>;

        fn next(&mut self) -> Option<Self::Item> {
            while let [b' ', rest @ ..] = self.rest {
                self.rest = rest;
            }
            let (&first, rest) = self.rest.split_first()?;
            self.rest = rest;
            Some(match first {
                b'+' | b'-' | b'*' | b'/' => Ok(Token::Operator(first)),
                b'(' => Ok(Token::Open),
                b')' => Ok(Token::Close),
                b'0'..=b'9' => {
                    let mut value = i64::from(first - b'0');
                    while let Some(&digit @ b'0'..=b'9') = self.rest.first() {
                        value = value * 10 + i64::from(digit - b'0');
                        self.rest = &self.rest[1..];
                    }
                    Ok(Token::Number(value))
                }
                other => Err(Failure::Character(other)),
            })
        }
    }

    struct Stack<T, const N: usize> {
        items: [T; N],
        len: usize,
    }

    impl<T: Copy, const N: usize> Stack<T, N> {
        fn new(fill: T) -> Self {
            Stack { items: [fill; N], len: 0 }
        }

        fn push(&mut self, item: T) {
            self.items[self.len] = item;
            self.len += 1;
        }

        fn pop(&mut self) -> Option<T> {
            self.len = self.len.checked_sub(1)?;
            Some(self.items[self.len])
        }

        fn top(&self) -> Option<&T> {
            if self.len == 0 { None } else { Some(&self.items[self.len - 1]) }
        }
    }

    fn precedence(operator: u8) -> u32 {
        match operator {
            b'+' | b'-' => 1,
            b'*' | b'/' => 2,
            _ => 0,
        }
    }

    fn apply(values: &mut Stack<i64, 8>, operator: u8) -> Result<(), Failure> {
        let (b, a) = (values.pop().ok_or(Failure::Empty)?, values.pop().ok_or(Failure::Empty)?);
        values.push(match operator {
            b'+' => a + b,
            b'-' => a - b,
            b'*' => a * b,
            b'/' if b == 0 => return Err(Failure::DivisionByZero),
            b'/' => a / b,
            _ => return Err(Failure::Unbalanced),
        });
        Ok(())
    }

    pub fn evaluate(text: &[u8]) -> Result<i64, Failure> {
        let mut values = Stack::<i64, 8>::new(0);
        let mut operators = Stack::<u8, 8>::new(0);
        for token in (Tokens { rest: text }) {
            match token? {
                Token::Number(n) => values.push(n),
                Token::Open => operators.push(b'('),
                Token::Close => loop {
                    match operators.pop() {
                        Some(b'(') => break,
                        Some(operator) => apply(&mut values, operator)?,
                        None => return Err(Failure::Unbalanced),
                    }
                },
                Token::Operator(new) => {
                    while let Some(&old) = operators.top()
                        && precedence(old) >= precedence(new)
                    {
                        operators.pop();
                        apply(&mut values, old)?;
                    }
                    operators.push(new);
                }
            }
        }
        while let Some(operator) = operators.pop() {
            apply(&mut values, operator)?;
        }
        values.pop().ok_or(Failure::Empty)
    }

    #[kernel]
    pub fn calculate(texts: &[u8], starts: &[u32], values: &mut [i64], failures: &mut [u32]) {
        let i = invocation_id().x as usize;
        if i >= values.len() {
            return;
        }
        let text = &texts[starts[i] as usize..starts[i + 1] as usize];
        match evaluate(text) {
            Ok(value) => values[i] = value,
            Err(failure) => {
                failures[i] = match failure {
                    Failure::Character(c) => 1000 + c as u32,
                    Failure::Empty => 1,
                    Failure::Unbalanced => 2,
                    Failure::DivisionByZero => 3,
                }
            }
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let texts = ["1 + 2 * 3", "(1 + 2) * 3 - 4 / 2", "7 / (3 - 3)", "2 * (3", "1 + x", "", "100 - 7 - 3", "1 +"];
    let mut starts = vec![0];
    for text in texts {
        starts.push(starts.last().unwrap() + text.len() as u32);
    }
    let (mut values, mut failures) = (vec![0i64; texts.len()], vec![0u32; texts.len()]);
    kernels::calculate(texts.concat().as_bytes(), &starts, &mut values, &mut failures).dispatch(device)?;
    assert_eq!(values, [7, 7, 0, 0, 0, 0, 90, 0]);
    assert_eq!(failures, [0, 0, 3, 2, 1000 + 'x' as u32, 1, 0, 1]);
    Ok(())
}
