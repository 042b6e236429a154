//! Transfers between accounts, with errors of several kinds that `?` turns into one.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    #[derive(Clone, Copy, Debug)]
    pub struct Transfer {
        pub from: u32,
        pub to: u32,
        pub amount: i64,
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum LookupError {
        NoSuchAccount(u32),
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum AmountError {
        Negative,
        TooMuch { missing: i64 },
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum TransferError {
        Lookup(LookupError),
        Amount(AmountError),
        SameAccount,
    }

    impl From<LookupError> for TransferError {
        fn from(e: LookupError) -> Self {
            TransferError::Lookup(e)
        }
    }

    impl From<AmountError> for TransferError {
        fn from(e: AmountError) -> Self {
            Self::Amount(e)
        }
    }

    type Result<T, E = TransferError> = core::result::Result<T, E>;

    struct Bank<'a> {
        balances: &'a mut [i64],
        fee: i64,
    }

    impl Bank<'_> {
        fn index(&self, account: u32) -> Result<usize, LookupError> {
            let at = account as usize;
            if at < self.balances.len() { Ok(at) } else { Err(LookupError::NoSuchAccount(account)) }
        }

        fn withdraw(&mut self, at: usize, amount: i64) -> Result<i64, AmountError> {
            if amount < 0 {
                return Err(AmountError::Negative);
            }
            let balance = &mut self.balances[at];
            let cost = amount + self.fee;
            match *balance - cost {
                rest @ 0.. => *balance = rest,
                missing => return Err(AmountError::TooMuch { missing: -missing }),
            }
            Ok(cost)
        }

        fn transfer(&mut self, t: &Transfer) -> Result<i64> {
            let (from, to) = (self.index(t.from)?, self.index(t.to)?);
            if from == to {
                Err(TransferError::SameAccount)?;
            }
            let cost = self.withdraw(from, t.amount)?;
            self.balances[to] += t.amount;
            Ok(cost - t.amount)
        }
    }

    #[kernel]
    pub fn book(balances: &mut [i64], transfers: &[Transfer], codes: &mut [i64], fees: &mut [i64]) {
        if invocation_id().x != 0 {
            return;
        }
        let mut bank = Bank { balances, fee: 2 };
        for (transfer, code) in transfers.iter().zip(codes.iter_mut()) {
            *code = match bank.transfer(transfer) {
                Ok(fee) => {
                    fees[0] += fee;
                    0
                }
                Err(TransferError::SameAccount) => -1,
                Err(TransferError::Lookup(LookupError::NoSuchAccount(n))) => -1000 - n as i64,
                Err(TransferError::Amount(AmountError::Negative)) => -2,
                Err(TransferError::Amount(AmountError::TooMuch { missing })) => missing,
            };
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let t = |from, to, amount| kernels::Transfer { from, to, amount };
    let transfers = [t(0, 1, 50), t(0, 1, 50), t(1, 2, 48), t(2, 2, 1), t(7, 0, 1), t(0, 9, 1), t(1, 0, -5), t(2, 0, 3)];
    let (mut balances, mut codes, mut fees) = ([100, 0, 10], [9; 8], [0]);
    kernels::book(&mut balances, &transfers, &mut codes, &mut fees).dispatch(device)?;
    // 100: -52 = 48; needs 52, so 4 are missing; account 1 has 50: -50 = 0; account 2 has 58: -5 = 53; account 0 has 51.
    assert_eq!(codes, [0, 4, 0, -1, -1007, -1009, -2, 0]);
    assert_eq!((balances, fees), ([51, 0, 53], [6]));
    Ok(())
}
