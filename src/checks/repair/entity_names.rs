//! Entities of HTML 4 and of Moses by name.

use std::iter::zip;

/// Returns the character of an entity, given its name without `&` and `;`.
pub fn character(name: &str) -> Option<char> {
    let blocks = [('\u{A0}', LATIN_1), ('Α', GREEK)].into_iter();
    let named = blocks.flat_map(|(first, names)| zip(names.split(' '), first..));
    let others = OTHERS.split(' ').filter_map(|entity| entity.split_once('='));
    let others = others.filter_map(|(name, c)| Some((name, c.chars().next()?)));
    let mut known = others.chain(named).filter(|(name, _)| *name != NO_NAME);
    known.find(|(known, _)| *known == name).map(|(_, c)| c)
}

/// In place of a name.
const NO_NAME: &str = "-";

/// Names of U+00A0 to U+00FF.
const LATIN_1: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
     micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig \
     Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
     Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute \
     ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
     uuml yacute thorn yuml";

/// Names of U+0391 to U+03C9.
const GREEK: &str = "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi \
     Chi Psi Omega - - - - - - - alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi \
     rho sigmaf sigma tau upsilon phi chi psi omega";

/// Names of all others, each with its character.
const OTHERS: &str = "quot=\" apos=' amp=& lt=< gt=> bar=| bra=[ ket=] OElig=Œ oelig=œ Scaron=Š scaron=š Yuml=Ÿ fnof=ƒ circ=ˆ tilde=˜ \
     thetasym=ϑ upsih=ϒ piv=ϖ ensp=\u{2002} emsp=\u{2003} thinsp=\u{2009} zwnj=\u{200C} zwj=\u{200D} lrm=\u{200E} \
     rlm=\u{200F} ndash=– mdash=— lsquo=‘ rsquo=’ sbquo=‚ ldquo=“ rdquo=” bdquo=„ dagger=† Dagger=‡ bull=• hellip=… \
     permil=‰ prime=′ Prime=″ lsaquo=‹ rsaquo=› oline=‾ frasl=⁄ euro=€ image=ℑ weierp=℘ real=ℜ trade=™ alefsym=ℵ \
     larr=← uarr=↑ rarr=→ darr=↓ harr=↔ crarr=↵ lArr=⇐ uArr=⇑ rArr=⇒ dArr=⇓ hArr=⇔ forall=∀ part=∂ exist=∃ empty=∅ \
     nabla=∇ isin=∈ notin=∉ ni=∋ prod=∏ sum=∑ minus=− lowast=∗ radic=√ prop=∝ infin=∞ ang=∠ and=∧ or=∨ cap=∩ cup=∪ \
     int=∫ there4=∴ sim=∼ cong=≅ asymp=≈ ne=≠ equiv=≡ le=≤ ge=≥ sub=⊂ sup=⊃ nsub=⊄ sube=⊆ supe=⊇ oplus=⊕ otimes=⊗ \
     perp=⊥ sdot=⋅ lceil=⌈ rceil=⌉ lfloor=⌊ rfloor=⌋ lang=〈 rang=〉 loz=◊ spades=♠ clubs=♣ hearts=♥ diams=♦";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_have_their_characters() {
        for (name, expected) in [
            ("quot", '"'),
            ("nbsp", '\u{A0}'),
            ("auml", 'ä'),
            ("yuml", 'ÿ'),
            ("Alpha", 'Α'),
            ("omega", 'ω'),
            ("euro", '€'),
        ] {
            assert_eq!(character(name), Some(expected), "{name}");
        }
        assert_eq!((character("unknown"), character(""), character("-")), (None, None, None));
    }
}
