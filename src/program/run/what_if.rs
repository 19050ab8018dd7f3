//! `--what-if`: the score of each candidate without differences of case, quotes and the like.

use super::counted::count;
use super::counting::fold;
use super::{Mode, objection_of_explanations, open};
use crate::bleu::lines::lines_of;
use crate::bleu::scoring::BatchCounter;
use crate::bleu::scoring::{Definition, Statistics};
use crate::checks::what_if::Recounter;
use crate::checks::what_if::WhatIf;
use crate::program::request::Request;
use crate::program::request::support::{ANY_NUMBER, Feature, OutputFormats, RequiredInput, Support};
use crate::program::results::Report;
use crate::program::results::what_if::WhatIfReport;
use crate::program::results::{Results, System};
use crate::text::Segments;
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// The score of the corpus without differences of case, quotes and the like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WhatIfMode;

impl Mode for WhatIfMode {
    fn support(&self) -> Support {
        Support {
            flag: "--what-if",
            input: RequiredInput::Texts,
            candidates: ANY_NUMBER,
            formats: OutputFormats::Documents,
            features: &[Feature::FailUnder, Feature::Report, Feature::Diagnosis],
        }
    }

    fn objection(&self, definition: &Definition) -> Option<&'static str> {
        objection_of_explanations(definition)
    }

    fn run(&self, request: &Arc<Request>, _: &mut dyn Write) -> Result<Results> {
        let make_worker = move |request: Arc<Request>| {
            let mut counter = BatchCounter::new(request.definition.counting());
            let mut recounter = Recounter::new(&request.definition);
            let has_signs = request.is_diagnosed();
            move |segments: &Segments| {
                let counted = count(&mut counter, segments)?;
                let recounted = recounter.recount(&lines_of(segments.texts()), &counted.tokens, &counted.systems)?;
                Ok((recounted, counted.summary(has_signs)))
            }
        };
        let mut what_if = WhatIf::new(&request.definition, request.candidates.len())?;
        let summary =
            fold(request, open(request)?, request.jobs, make_worker, |recounted| Ok(what_if.add(recounted)?))?;
        let mut findings = summary.findings.iter().flatten().cloned();
        let system = |(name, sum): (&String, &Statistics)| System {
            findings: findings.next(),
            ..System::new(name, (&request.definition.evaluate(sum)).into())
        };
        let systems = request.systems.iter().zip(what_if.statistics()).map(system).collect();
        let report = Report::without_tests(request, systems, summary.segments, summary.signature(request).to_string());
        Ok(Results::WhatIf(WhatIfReport { report, what_if: what_if.finish() }))
    }
}
