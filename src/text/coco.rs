//! Captions as COCO has them: the references are in `annotations` of one file, the results an array in another. An image is a
//! unit, its id `image_id`.

use super::jsonl::{Jsonl, first_byte};
use super::open::InputStream;
use super::record::{Record, Records, Role};
use super::units::{AllUnits, Unit, Units};
use anyhow::{Context, Result};
use std::collections::HashMap;

/// Name of the texts, and the key that they have.
const CAPTION: &str = "caption";

/// Key of the id of the image.
pub const IMAGE_ID: &str = "image_id";

/// Key of the array of references in its object.
pub const ANNOTATIONS: &str = "annotations";

/// A file of captions, which is read as a whole: the captions of an image may be anywhere.
pub struct Coco {
    captions: Jsonl,
    units: AllUnits,
}

impl Coco {
    /// A reader of an input.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(mut input: InputStream) -> Result<Coco> {
        let columns = vec![(CAPTION.to_owned(), Role::Candidate), (IMAGE_ID.to_owned(), Role::Id)];
        let is_object = input.peek(first_byte)? == b'{';
        let captions = match is_object {
            true => Jsonl::open_items(input, ANNOTATIONS, columns)?,
            false => Jsonl::open(input, columns, "")?,
        };
        Ok(Coco { captions, units: AllUnits::default() })
    }
}

fn read_all(captions: &mut Jsonl) -> Result<Vec<Unit>> {
    let (mut units, mut places): (Vec<Unit>, HashMap<String, usize>) = Default::default();
    let mut record = Record::default();
    while captions.read(&mut record)? {
        let text = |text: Option<&[u8]>| text.map(|text| String::from_utf8_lossy(text).into_owned());
        let id = text(record.label(Role::Id)).context("no id")?;
        let place = *places.entry(id.clone()).or_insert(units.len());
        if place == units.len() {
            units.push(Unit::new(record.place.number, id));
        }
        units[place].add(CAPTION, text(record.label(Role::Candidate)).as_deref());
        record.clear();
    }
    Ok(units)
}

impl Units for Coco {
    fn read(&mut self, unit: &mut Unit) -> Result<bool> {
        self.units.read(unit, || read_all(&mut self.captions))
    }

    fn input(&self) -> &InputStream {
        self.captions.input()
    }

    fn usual(&self, _: Role) -> &str {
        CAPTION
    }

    fn id_name(&self) -> &str {
        IMAGE_ID
    }
}
