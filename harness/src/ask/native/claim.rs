//! What the signature of a function says that it promises.

use crate::ask::native::signature::{Argument, Returned, Signature, Unit};
use illformed_judge::claim::{
    Claim, Kind, OffsetMeaning, OutputKind, Policy, Profile, Refusal, ScriptSupport,
};
use illformed_judge::container::Container;
use std::fmt;

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

/// The calls of one decoder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NativeCalls {
    /// Decodes an input, or a chunk of it if there is an object.
    pub call: Signature,
    /// Says how many units the output has.
    pub sized_by: Option<Signature>,
    /// Makes an object.
    pub open: Option<Signature>,
    /// Takes the end of the input.
    pub finish: Option<Signature>,
    /// Begins anew.
    pub reset: Option<Signature>,
    /// Gives the object back.
    pub close: Option<Signature>,
}

/// Why calls make no decoder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NativeCallsError {
    /// Nothing in the call says whether the input is well-formed.
    SaysNothing(String),
    /// It writes units, and nothing says how many.
    Unmeasured(String),
    /// It has no argument for the input.
    WithoutInput(String),
    /// It takes an object, and nothing makes one.
    WithoutOpen(String),
    /// It makes nothing that the others could take.
    OpensNothing(String),
    /// It says no length.
    SizesNothing(String),
    /// A policy is claimed for a function that writes no text.
    PolicyWithoutText(String),
}

impl fmt::Display for NativeCallsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SaysNothing(call) => write!(
                formatter,
                "`{call}`: nothing in it says whether the input is well-formed; end it with `-> bool` or another result"
            ),
            Self::Unmeasured(call) => write!(
                formatter,
                "`{call}`: nothing says how many units it writes; use `-> units`, `&written` or --sized-by"
            ),
            Self::WithoutInput(call) => {
                write!(formatter, "`{call}`: none of its arguments is the input: `bytes`, `cstr` or `&bytes`")
            }
            Self::WithoutOpen(call) => {
                write!(formatter, "`{call}`: takes an `object`; add --open 'my_open() -> object'")
            }
            Self::OpensNothing(call) => write!(formatter, "`{call}`: --open ends with `-> object`"),
            Self::SizesNothing(call) => write!(formatter, "`{call}`: --sized-by ends with `-> units`"),
            Self::PolicyWithoutText(call) => {
                write!(
                    formatter,
                    "`{call}`: it writes no text, so that it has no policy that replaces errors"
                )
            }
        }
    }
}

impl std::error::Error for NativeCallsError {}

impl NativeCalls {
    /// A decoder of one call.
    pub const fn one(call: Signature) -> Self {
        Self { call, sized_by: None, open: None, finish: None, reset: None, close: None }
    }

    /// The width of the units that it writes, if it does.
    pub(super) fn unit(&self) -> Option<Unit> {
        self.call.arguments.iter().find_map(Argument::unit)
    }

    /// The claim that follows from its calls and from what the user says. Fails if the calls make no decoder.
    ///
    /// ```
    /// use illformed::ask::native::{NativeCalls, NativeClaim};
    ///
    /// let calls = NativeCalls::one("u8_check(bytes, len) -> null | at".parse()?);
    /// let claim = calls.claim(&NativeClaim::default())?;
    /// assert_eq!(claim.to_string(), "validate rfc3629");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn claim(&self, said: &NativeClaim) -> Result<Claim, NativeCallsError> {
        let call = || self.call.to_string();
        let has = |wanted: fn(&Argument) -> bool| self.call.arguments.iter().any(wanted);
        if !has(|argument| matches!(argument, Argument::Bytes | Argument::Cstr | Argument::BytesMoved)) {
            return Err(NativeCallsError::WithoutInput(call()));
        }
        let takes_object = |signature: &Signature| signature.arguments.contains(&Argument::Object);
        match &self.open {
            None if takes_object(&self.call) => return Err(NativeCallsError::WithoutOpen(call())),
            _ if self.sized_by.as_ref().is_some_and(|sizer| !sizer.returned.is_length()) => {
                let sizer = self.sized_by.as_ref().map(ToString::to_string).unwrap_or_default();
                return Err(NativeCallsError::SizesNothing(sizer));
            }
            Some(open) if open.returned != Returned::Object => {
                return Err(NativeCallsError::OpensNothing(open.to_string()));
            }
            _ => {}
        }
        let out = match self.unit() {
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
            OutputKind::None if replaces => return Err(NativeCallsError::PolicyWithoutText(call())),
            OutputKind::None if !reports => return Err(NativeCallsError::SaysNothing(call())),
            OutputKind::None => Kind::Validate,
            _ if self.unit().is_some() && !self.is_measured() => {
                return Err(NativeCallsError::Unmeasured(call()));
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
                self.call.arguments.iter().any(says)
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
        by_value || self.call.arguments.iter().any(by_argument)
    }

    /// Whether something says how many units are written.
    fn is_measured(&self) -> bool {
        let by_argument = |argument: &Argument| {
            matches!(argument, Argument::Written | Argument::CapacityWritten | Argument::OutMoved(_))
        };
        let by_value = self.call.returned.is_length() || self.call.returned == Returned::StatusAndCount;
        by_value || self.sized_by.is_some() || self.call.arguments.iter().any(by_argument)
    }
}

impl Default for NativeClaim {
    fn default() -> Self {
        Self { profile: Some(Profile::Rfc3629), policy: None, refuses: Vec::new(), container: None }
    }
}
