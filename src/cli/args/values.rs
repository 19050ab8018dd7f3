//! The values of flags that name things of the library, as clap lists them.

use crate::{Correction, Normalization, PairedTest, Tokenization};
use clap::ValueEnum;
use clap::builder::PossibleValue;

impl ValueEnum for Tokenization {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: [Tokenization; 8] = Tokenization::ALL;
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let known = Self::value_variants().iter().find(|known| *known == self)?;
        Some(PossibleValue::new(known.name()).help(known.summary()))
    }
}

impl ValueEnum for Normalization {
    fn value_variants<'a>() -> &'a [Self] {
        &[Normalization::Nfc, Normalization::Nfkc]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = Normalization::FORMS.iter().find(|(_, form, _)| form == self).map(|(.., help)| *help);
        Some(PossibleValue::new(self.name()).help(help))
    }
}

impl ValueEnum for PairedTest {
    fn value_variants<'a>() -> &'a [Self] {
        PairedTest::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            PairedTest::Bootstrap => "paired bootstrap resampling: segments are drawn with repetition",
            PairedTest::Randomization => {
                "approximate randomization: the systems' outputs are swapped at random, segment by segment"
            }
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}

impl ValueEnum for Correction {
    fn value_variants<'a>() -> &'a [Self] {
        Correction::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Correction::None => "no correction, as in sacreBLEU",
            Correction::Holm => "never less powerful than bonferroni (Holm, 1979)",
            Correction::Bonferroni => "p-values times the number of comparisons",
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}
