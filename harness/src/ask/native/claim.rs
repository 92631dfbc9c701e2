//! What the signature of a function says that it promises.

use crate::ask::native::signature::{Argument, Returned, Signature, Unit};
use illformed_judge::claim::{Claim, Kind, OffsetMeaning, OutputKind, Policy, Profile, ScriptSupport};

/// The calls of one decoder: as texts, as what these say, or as functions that can be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NativeCalls<Call = Signature> {
    /// Decodes an input, or a chunk of it if there is an object.
    pub call: Call,
    /// Says how many units the output has.
    pub sized_by: Option<Call>,
    /// Makes an object.
    pub open: Option<Call>,
    /// Takes the end of the input.
    pub finish: Option<Call>,
    /// Begins anew.
    pub reset: Option<Call>,
    /// Gives the object back.
    pub close: Option<Call>,
}

impl<Call> NativeCalls<Call> {
    /// The same calls as something else, which is made of the flag of each and of what it is now.
    pub(super) fn try_map<To>(
        &self,
        mut to: impl FnMut(&str, &Call) -> Result<To, String>,
    ) -> Result<NativeCalls<To>, String> {
        let mut optional =
            |flag: &str, call: &Option<Call>| call.as_ref().map(|call| to(flag, call)).transpose();
        Ok(NativeCalls {
            sized_by: optional("--sized-by", &self.sized_by)?,
            open: optional("--open", &self.open)?,
            finish: optional("--finish", &self.finish)?,
            reset: optional("--reset", &self.reset)?,
            close: optional("--close", &self.close)?,
            call: to("--call", &self.call)?,
        })
    }
}

impl NativeCalls {
    /// The claim that follows from its calls, the format that it implements, if it has one, and whether and how it replaces errors.
    /// Fails, in words, if the calls make no decoder.
    pub(super) fn claim(
        &self,
        profile: Option<Profile>,
        replaces: bool,
        policy: Option<Policy>,
    ) -> Result<Claim, String> {
        let call = &self.call;
        let has = |wanted: fn(&Argument) -> bool| call.has(wanted);
        if !has(|argument| matches!(argument, Argument::Bytes | Argument::Cstr | Argument::BytesMoved)) {
            return Err(format!("`{call}`: none of its arguments is the input: `bytes`, `cstr` or `&bytes`"));
        }
        let takes_object = has(|argument| *argument == Argument::Object);
        if self.open.is_none() && takes_object {
            return Err(format!("`{call}`: takes an `object`; add --open 'my_open() -> object'"));
        }
        if self.open.is_some() && !takes_object {
            return Err(format!("`{call}`: takes no `object`, and --open makes one"));
        }
        let is_step = call.returned == Returned::Step;
        if !is_step && has(|argument| *argument == Argument::Code) {
            return Err(format!("`{call}`: `&code` holds one character; end it with `-> step`"));
        }
        if is_step && self.open.is_some() {
            return Err(format!("`{call}`: a function of one character, `-> step`, takes no `object`"));
        }
        if let Some(sizer) = self.sized_by.as_ref().filter(|sizer| !sizer.returned.is_length()) {
            return Err(format!("`{sizer}`: --sized-by ends with `-> units`"));
        }
        if let Some(open) = self.open.as_ref().filter(|open| open.returned != Returned::Object) {
            return Err(format!("`{open}`: --open ends with `-> object`"));
        }
        let others = [("--finish", &self.finish), ("--reset", &self.reset), ("--close", &self.close)];
        for (flag, other) in others.into_iter().filter_map(|(flag, call)| Some((flag, call.as_ref()?))) {
            if !other.has(|argument| *argument == Argument::Object) {
                return Err(format!("`{other}`: {flag} takes the `object`"));
            }
        }
        let out = match call.unit() {
            Some(Unit::Eight) => OutputKind::Utf8,
            Some(Unit::Sixteen) => OutputKind::Utf16,
            Some(Unit::ThirtyTwo) => OutputKind::Utf32,
            None if self.call.returned == Returned::Count => OutputKind::Count,
            None if has(|argument| *argument == Argument::Code) => OutputKind::Utf32,
            None => OutputKind::None,
        };
        let reports = self.reports_errors();
        let kind = match out {
            OutputKind::Count => Kind::Count { policy },
            OutputKind::None if replaces => {
                let why = "it writes no text, so that it has no policy that replaces errors";
                return Err(format!("`{call}`: {why}"));
            }
            OutputKind::None if !reports => {
                let why = "nothing in it says whether the input is well-formed";
                return Err(format!("`{call}`: {why}; end it with `-> bool` or another result"));
            }
            OutputKind::None => Kind::Strict { out },
            _ if call.unit().is_some() && !self.is_measured() => {
                let why = "nothing says how many units it writes";
                return Err(format!("`{call}`: {why}; use `-> units`, `&written` or --sized-by"));
            }
            _ if reports && !replaces => Kind::Strict { out },
            _ => Kind::Count { policy }.returning(out),
        };
        // What it leaves of a chunk says at the end that something is missing.
        let finishes = self.finish.is_some() || has(|argument| *argument == Argument::BytesMoved);
        let script = match (&self.open, &self.reset) {
            (None, _) => ScriptSupport::None,
            (Some(_), _) if !finishes => ScriptSupport::Feed,
            (Some(_), None) => ScriptSupport::Finish,
            (Some(_), Some(_)) => ScriptSupport::Reset,
        };
        let plain = Claim::strict(Profile::Rfc3629);
        Ok(Claim {
            kind,
            profile,
            at: if self.reports_offset() { OffsetMeaning::ValidUpTo } else { OffsetMeaning::None },
            script,
            cannot: if has(|argument| *argument == Argument::Cstr) { vec![0] } else { Vec::new() },
            ..plain
        })
    }

    fn reports_errors(&self) -> bool {
        match self.call.returned {
            Returned::Bool | Returned::OkIf(_) | Returned::ErrorIf(_) | Returned::NegativeIsError => true,
            Returned::NullIsError | Returned::NullOrAt | Returned::At | Returned::Step => true,
            Returned::StatusAndCount => true,
            Returned::Nothing | Returned::Units | Returned::Count | Returned::Object => {
                let says = |argument: &Argument| {
                    matches!(argument, Argument::Status { .. } | Argument::EndReached | Argument::BytesMoved)
                };
                self.call.has(says)
            }
        }
    }

    fn reports_offset(&self) -> bool {
        let by_argument = |argument: &Argument| {
            matches!(argument, Argument::At | Argument::EndReached | Argument::BytesMoved)
        };
        let by_value = matches!(
            self.call.returned,
            Returned::NullOrAt | Returned::At | Returned::Step | Returned::StatusAndCount
        );
        by_value || self.call.has(by_argument)
    }

    /// Whether something says how many units are written.
    fn is_measured(&self) -> bool {
        let by_argument = |argument: &Argument| {
            matches!(argument, Argument::Written | Argument::CapacityWritten | Argument::OutMoved(_))
        };
        let by_value = self.call.returned.is_length() || self.call.returned == Returned::StatusAndCount;
        by_value || self.sized_by.is_some() || self.call.has(by_argument)
    }
}
