//! What `illformed run` makes of a decoder: its record, its events, and progress.

use crate::cli::files::{EventFile, WholeLines};
use crate::cli::progress::Progress;
use crate::record::run::{CorrectedCase, FinishedDecoder, JudgedCase, Observer, StartedDecoder};
use crate::record::run_record::{DecoderRecord, DecoderRecorder, Recorder};
use crate::tell::report::DecoderEvents;

/// Watches one decoder.
pub(crate) struct RunObserver<'a> {
    recorder: DecoderRecorder<'a>,
    events: Option<DecoderEvents<'a, WholeLines>>,
    progress: &'a Progress,
}

impl<'a> RunObserver<'a> {
    /// Watches the decoder that is about to be asked.
    pub(crate) fn of(
        started: &StartedDecoder<'_>,
        recorder: &'a Recorder<'_>,
        events: Option<&'a EventFile<'_>>,
        progress: &'a Progress,
    ) -> Self {
        progress.decoder(started);
        let events = events.map(|events| events.decoder(started));
        Self { recorder: recorder.decoder(started), events, progress }
    }
}

impl Observer for RunObserver<'_> {
    type Seen = DecoderRecord;

    fn case(&mut self, case: &JudgedCase<'_>) {
        self.recorder.case(case);
        if let Some(events) = &mut self.events {
            events.case(case);
        }
        self.progress.case(case.case);
    }

    fn corrected(&mut self, corrected: &CorrectedCase) {
        self.recorder.corrected(corrected);
        if let Some(events) = &mut self.events {
            events.corrected(corrected);
        }
    }

    fn finish(self, finished: &FinishedDecoder) -> DecoderRecord {
        if let Some(events) = self.events {
            events.finish(finished);
        }
        self.recorder.finish(finished)
    }
}
