//! The lines of a batch of texts, to find the lines of a segment.

/// The lines of the texts of a batch, with their line feeds.
pub struct LinesOfBatch<'a> {
    /// Number of segments in earlier batches.
    before: usize,
    /// The lines of each text, the candidates first.
    pub texts: Vec<Vec<&'a str>>,
}

impl<'a> LinesOfBatch<'a> {
    /// The lines of batches, each given with the number of segments in earlier ones.
    pub fn all(batches: &'a [(usize, Vec<String>)]) -> Vec<LinesOfBatch<'a>> {
        let lines = |text: &'a String| text.split_inclusive('\n').collect();
        let batch = |(before, texts): &'a (usize, Vec<String>)| LinesOfBatch {
            before: *before,
            texts: texts.iter().map(lines).collect(),
        };
        batches.iter().map(batch).collect()
    }

    /// The last batch that begins with this segment, from 0, or before it.
    pub fn find<'b>(batches: &'b [LinesOfBatch<'a>], segment: usize) -> Option<&'b LinesOfBatch<'a>> {
        batches.get(batches.partition_point(|batch| batch.before <= segment).checked_sub(1)?)
    }

    /// The line of a segment in one of the texts; empty if the text lacks it.
    pub fn line(&self, text: usize, segment: usize) -> &'a str {
        self.texts[text].get(segment - self.before).copied().unwrap_or_default()
    }
}
