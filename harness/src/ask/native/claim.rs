//! What the signature of a function says that it promises.

use crate::ask::native::signature::{Argument, Returned, Signature, Unit};
use illformed_judge::claim::{
    Claim, Kind, OffsetMeaning, OutputKind, Policy, Profile, Refusal, ScriptSupport,
};
use illformed_judge::container::Container;

/// What a user says of a function beside its call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NativeClaim {
    /// The format that it implements; `None`: shown and not judged.
    pub profile: Option<Profile>,
    /// How it replaces errors, if it does; `None`: undocumented.
    pub policy: Option<Policy>,
    /// Well-formed characters that it documents to refuse.
    pub refuses: Vec<Refusal>,
    /// The format that each input stands in, if it takes no bare text.
    pub container: Option<Container>,
}

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

impl NativeCalls<String> {
    /// What the texts say. Fails, in words, at the first that is no call.
    pub fn signatures(&self) -> Result<NativeCalls, String> {
        self.try_map(|flag, text| text.parse().map_err(|error| format!("{flag} {text}: {error}")))
    }
}

impl NativeCalls {
    /// A decoder of one call.
    pub const fn one(call: Signature) -> Self {
        Self { call, sized_by: None, open: None, finish: None, reset: None, close: None }
    }

    /// The claim that follows from its calls and from what the user says. Fails, in words, if the calls make no decoder.
    ///
    /// ```
    /// use illformed::ask::native::{NativeCalls, NativeClaim};
    ///
    /// let calls = NativeCalls::one("u8_check(bytes, len) -> null | at".parse()?);
    /// let claim = calls.claim(&NativeClaim::default())?;
    /// assert_eq!(claim.to_string(), "validate rfc3629");
    /// # Ok::<(), String>(())
    /// ```
    pub fn claim(&self, said: &NativeClaim) -> Result<Claim, String> {
        let call = &self.call;
        let has = |wanted: fn(&Argument) -> bool| call.has(wanted);
        if !has(|argument| matches!(argument, Argument::Bytes | Argument::Cstr | Argument::BytesMoved)) {
            return Err(format!("`{call}`: none of its arguments is the input: `bytes`, `cstr` or `&bytes`"));
        }
        if self.open.is_none() && call.arguments.contains(&Argument::Object) {
            return Err(format!("`{call}`: takes an `object`; add --open 'my_open() -> object'"));
        }
        if let Some(sizer) = self.sized_by.as_ref().filter(|sizer| !sizer.returned.is_length()) {
            return Err(format!("`{sizer}`: --sized-by ends with `-> units`"));
        }
        if let Some(open) = self.open.as_ref().filter(|open| open.returned != Returned::Object) {
            return Err(format!("`{open}`: --open ends with `-> object`"));
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
        let replaces = said.policy.is_some();
        let kind = match out {
            OutputKind::Count => Kind::Count,
            OutputKind::None if replaces => {
                let why = "it writes no text, so that it has no policy that replaces errors";
                return Err(format!("`{call}`: {why}"));
            }
            OutputKind::None if !reports => {
                let why = "nothing in it says whether the input is well-formed";
                return Err(format!("`{call}`: {why}; end it with `-> bool` or another result"));
            }
            OutputKind::None => Kind::Validate,
            _ if call.unit().is_some() && !self.is_measured() => {
                let why = "nothing says how many units it writes";
                return Err(format!("`{call}`: {why}; use `-> units`, `&written` or --sized-by"));
            }
            _ if reports && !replaces => Kind::Strict,
            _ => Kind::Lossy,
        };
        // What it leaves of a chunk says at the end that something is missing.
        let finishes = self.finish.is_some() || has(|argument| *argument == Argument::BytesMoved);
        let script = match (&self.open, &self.reset) {
            // A container is one value, and its length stands at its start.
            _ if said.container.is_some() => ScriptSupport::None,
            (None, _) => ScriptSupport::None,
            (Some(_), _) if !finishes => ScriptSupport::Feed,
            (Some(_), None) => ScriptSupport::Finish,
            (Some(_), Some(_)) => ScriptSupport::Reset,
        };
        let plain = Claim::strict(Profile::Rfc3629);
        Ok(Claim {
            kind,
            profile: said.profile,
            policy: if matches!(kind, Kind::Lossy | Kind::Count) { said.policy } else { plain.policy },
            out,
            at: if self.reports_offset() { OffsetMeaning::ValidUpTo } else { OffsetMeaning::None },
            script,
            cannot: if has(|argument| *argument == Argument::Cstr) { vec![0] } else { Vec::new() },
            refuses: said.refuses.clone(),
            container: said.container,
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

impl Default for NativeClaim {
    fn default() -> Self {
        Self { profile: Some(Profile::Rfc3629), policy: None, refuses: Vec::new(), container: None }
    }
}
