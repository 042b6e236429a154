/// Over the elements of a slice.
#[derive(Clone)]
pub struct __VyreIter<'a, T> {
    rest: &'a [T],
}

impl<'a, T> __VyreIter<'a, T> {
    pub fn as_slice(&self) -> &'a [T] {
        self.rest
    }
    pub fn len(&self) -> usize {
        self.rest.len()
    }
}

impl<'a, T> Iterator for __VyreIter<'a, T> {
    type Item = &'a T;
    fn next(&mut self) -> Option<&'a T> {
        let rest = self.rest;
        if rest.len() == 0 {
            return None;
        }
        self.rest = &rest[1..];
        Some(&rest[0])
    }
}

impl<'a, T> DoubleEndedIterator for __VyreIter<'a, T> {
    fn next_back(&mut self) -> Option<&'a T> {
        let rest = self.rest;
        if rest.len() == 0 {
            return None;
        }
        let last = rest.len() - 1;
        self.rest = &rest[..last];
        Some(&rest[last])
    }
}

/// Over the elements of an array by value.
#[derive(Clone)]
pub struct __VyreIntoIter<T, const N: usize> {
    items: [T; N],
    at: usize,
    back: usize,
}

impl<T: Copy, const N: usize> Iterator for __VyreIntoIter<T, N> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        if self.at + self.back >= N {
            return None;
        }
        self.at += 1;
        Some(self.items[self.at - 1])
    }
}

impl<T: Copy, const N: usize> DoubleEndedIterator for __VyreIntoIter<T, N> {
    fn next_back(&mut self) -> Option<T> {
        if self.at + self.back >= N {
            return None;
        }
        self.back += 1;
        Some(self.items[N - self.back])
    }
}

#[derive(Clone)]
pub struct __VyrePeekable<I: Iterator> {
    inner: I,
    peeked: Option<Option<I::Item>>,
}

impl<I: Iterator> __VyrePeekable<I> {
    pub fn peek(&mut self) -> Option<&I::Item> {
        if self.peeked.is_none() {
            self.peeked = Some(self.inner.next());
        }
        match &self.peeked {
            Some(Some(item)) => Some(item),
            _ => None,
        }
    }
    pub fn next_if(&mut self, wanted: impl FnOnce(&I::Item) -> bool) -> Option<I::Item> {
        match self.next() {
            Some(item) => {
                if wanted(&item) {
                    Some(item)
                } else {
                    self.peeked = Some(Some(item));
                    None
                }
            }
            None => {
                self.peeked = Some(None);
                None
            }
        }
    }
    pub fn next_if_eq(&mut self, wanted: &I::Item) -> Option<I::Item> {
        match self.next() {
            Some(item) => {
                if item == *wanted {
                    Some(item)
                } else {
                    self.peeked = Some(Some(item));
                    None
                }
            }
            None => {
                self.peeked = Some(None);
                None
            }
        }
    }
}

impl<I: Iterator> Iterator for __VyrePeekable<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        match self.peeked.take() {
            Some(item) => item,
            None => self.inner.next(),
        }
    }
}

#[derive(Clone)]
pub struct __VyreCopied<I> {
    inner: I,
}

impl<'a, T: Copy, I: Iterator<Item = &'a T>> Iterator for __VyreCopied<I> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        match self.inner.next() {
            Some(item) => Some(*item),
            None => None,
        }
    }
}

impl<'a, T: Copy, I: DoubleEndedIterator<Item = &'a T>> DoubleEndedIterator for __VyreCopied<I> {
    fn next_back(&mut self) -> Option<T> {
        match self.inner.next_back() {
            Some(item) => Some(*item),
            None => None,
        }
    }
}

#[derive(Clone)]
pub struct __VyreEnumerate<I> {
    inner: I,
    count: usize,
}

impl<I: Iterator> Iterator for __VyreEnumerate<I> {
    type Item = (usize, I::Item);
    fn next(&mut self) -> Option<(usize, I::Item)> {
        match self.inner.next() {
            Some(item) => {
                self.count += 1;
                Some((self.count - 1, item))
            }
            None => None,
        }
    }
}

#[derive(Clone)]
pub struct __VyreRev<I> {
    inner: I,
}

impl<I: DoubleEndedIterator> Iterator for __VyreRev<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        self.inner.next_back()
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for __VyreRev<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        self.inner.next()
    }
}

#[derive(Clone)]
pub struct __VyreCycle<I> {
    inner: I,
    again: I,
}

impl<I: Iterator + Clone> Iterator for __VyreCycle<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        let item = self.inner.next();
        if item.is_some() {
            return item;
        }
        self.inner = self.again.clone();
        self.inner.next()
    }
}

#[derive(Clone)]
pub struct __VyreTake<I> {
    inner: I,
    count: usize,
}

impl<I: Iterator> Iterator for __VyreTake<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        if self.count == 0 {
            return None;
        }
        self.count -= 1;
        self.inner.next()
    }
}

#[derive(Clone)]
pub struct __VyreSkip<I> {
    inner: I,
    count: usize,
}

impl<I: Iterator> Iterator for __VyreSkip<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        while self.count > 0 {
            self.count -= 1;
            if self.inner.next().is_none() {
                self.count = 0;
                return None;
            }
        }
        self.inner.next()
    }
}

#[derive(Clone)]
pub struct __VyreStepBy<I> {
    inner: I,
    between: usize,
    is_first: bool,
}

impl<I: Iterator> Iterator for __VyreStepBy<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        if self.is_first {
            self.is_first = false;
            return self.inner.next();
        }
        let mut left = self.between;
        while left > 0 {
            left -= 1;
            if self.inner.next().is_none() {
                return None;
            }
        }
        self.inner.next()
    }
}

#[derive(Clone)]
pub struct __VyreZip<A, B> {
    left: A,
    right: B,
}

impl<A: Iterator, B: Iterator> Iterator for __VyreZip<A, B> {
    type Item = (A::Item, B::Item);
    fn next(&mut self) -> Option<(A::Item, B::Item)> {
        match self.left.next() {
            Some(left) => match self.right.next() {
                Some(right) => Some((left, right)),
                None => None,
            },
            None => None,
        }
    }
}

#[derive(Clone)]
pub struct __VyreChain<A, B> {
    first: A,
    second: B,
    is_second: bool,
}

impl<A: Iterator, B: Iterator<Item = A::Item>> Iterator for __VyreChain<A, B> {
    type Item = A::Item;
    fn next(&mut self) -> Option<A::Item> {
        if !self.is_second {
            let item = self.first.next();
            if item.is_some() {
                return item;
            }
            self.is_second = true;
        }
        self.second.next()
    }
}

#[derive(Clone)]
pub struct __VyreMap<I: Iterator, F: FnMut(I::Item) -> _> {
    inner: I,
    function: F,
}

impl<B, I: Iterator, F: FnMut(I::Item) -> B> Iterator for __VyreMap<I, F> {
    type Item = B;
    fn next(&mut self) -> Option<B> {
        match self.inner.next() {
            Some(item) => Some((self.function)(item)),
            None => None,
        }
    }
}

#[derive(Clone)]
pub struct __VyreFilter<I: Iterator, P: FnMut(&I::Item) -> bool> {
    inner: I,
    function: P,
}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for __VyreFilter<I, P> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> {
        while let Some(item) = self.inner.next() {
            if (self.function)(&item) {
                return Some(item);
            }
        }
        None
    }
}

#[derive(Clone)]
pub struct __VyreFlatten<I> {
    inner: I,
}

impl<T, I: Iterator<Item = Option<T>>> Iterator for __VyreFlatten<I> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        while let Some(item) = self.inner.next() {
            if item.is_some() {
                return item;
            }
        }
        None
    }
}

#[derive(Clone)]
pub struct __VyreChunks<'a, T> {
    rest: &'a [T],
    size: usize,
}

impl<'a, T> Iterator for __VyreChunks<'a, T> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        let rest = self.rest;
        if rest.len() == 0 {
            return None;
        }
        let count = if rest.len() < self.size { rest.len() } else { self.size };
        self.rest = &rest[count..];
        Some(&rest[..count])
    }
}

#[derive(Clone)]
pub struct __VyreWindows<'a, T> {
    rest: &'a [T],
    size: usize,
}

impl<'a, T> Iterator for __VyreWindows<'a, T> {
    type Item = &'a [T];
    fn next(&mut self) -> Option<&'a [T]> {
        let rest = self.rest;
        if rest.len() < self.size {
            return None;
        }
        self.rest = &rest[1..];
        Some(&rest[..self.size])
    }
}
