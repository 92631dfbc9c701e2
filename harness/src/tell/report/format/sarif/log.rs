//! The parts of a SARIF 2.1.0 log that are written, by their names there.

use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
pub(super) struct Log<'a> {
    #[serde(rename = "$schema")]
    pub(super) schema: &'static str,
    pub(super) version: &'static str,
    pub(super) runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Run<'a> {
    pub(super) tool: Tool<'a>,
    pub(super) invocations: [Invocation; 1],
    pub(super) original_uri_base_ids: BTreeMap<&'static str, BaseId>,
    pub(super) taxonomies: [Component<'a>; 1],
    pub(super) results: Vec<Finding>,
    pub(super) column_kind: &'static str,
}

#[derive(Serialize)]
pub(super) struct Tool<'a> {
    pub(super) driver: Component<'a>,
}

/// The driver, or a taxonomy.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Component<'a> {
    pub(super) name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) organization: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) semantic_version: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) information_uri: Option<&'static str>,
    pub(super) short_description: Message,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) rules: Vec<Descriptor>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) taxa: Vec<Taxon>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) supported_taxonomies: Vec<ComponentReference>,
}

#[derive(Serialize)]
pub(super) struct ComponentReference {
    pub(super) name: &'static str,
    pub(super) index: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Descriptor {
    pub(super) id: &'static str,
    pub(super) name: String,
    pub(super) short_description: Message,
    pub(super) full_description: Message,
    pub(super) help: Message,
    pub(super) default_configuration: Configuration,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) relationships: Vec<Relationship>,
    pub(super) properties: RuleProperties,
}

#[derive(Serialize)]
pub(super) struct Configuration {
    pub(super) level: &'static str,
}

#[derive(Serialize)]
pub(super) struct Relationship {
    pub(super) target: TaxonReference,
    pub(super) kinds: [&'static str; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TaxonReference {
    pub(super) id: String,
    pub(super) tool_component: ComponentReference,
}

#[derive(Serialize)]
pub(super) struct RuleProperties {
    pub(super) tags: Vec<String>,
    pub(super) precision: &'static str,
    /// GitHub's: from 0.0 to 10.0, as text.
    #[serde(rename = "security-severity", skip_serializing_if = "Option::is_none")]
    pub(super) security_severity: Option<&'static str>,
}

/// A weakness of the taxonomy.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Taxon {
    pub(super) id: String,
    pub(super) name: &'static str,
    pub(super) short_description: Message,
    pub(super) help_uri: String,
}

#[derive(Serialize)]
pub(super) struct Message {
    pub(super) text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) markdown: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Invocation {
    pub(super) execution_successful: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start_time_utc: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) end_time_utc: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) exit_code: Option<u8>,
    pub(super) tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
pub(super) struct Notification {
    pub(super) level: &'static str,
    pub(super) message: Message,
}

#[derive(Serialize)]
pub(super) struct BaseId {
    pub(super) description: Message,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Finding {
    pub(super) rule_id: &'static str,
    pub(super) rule_index: usize,
    pub(super) level: &'static str,
    pub(super) message: Message,
    pub(super) locations: [Location; 1],
    pub(super) partial_fingerprints: BTreeMap<&'static str, String>,
    pub(super) properties: BTreeMap<&'static str, String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Location {
    pub(super) physical_location: PhysicalLocation,
    pub(super) logical_locations: [LogicalLocation; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PhysicalLocation {
    pub(super) artifact_location: ArtifactLocation,
    pub(super) region: Region,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ArtifactLocation {
    pub(super) uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) uri_base_id: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Region {
    pub(super) start_line: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogicalLocation {
    pub(super) name: String,
    pub(super) fully_qualified_name: String,
    pub(super) kind: &'static str,
}

impl Message {
    /// A message that is text alone. What comes from outside goes through `results::plain` first.
    pub(super) fn of(text: impl Into<String>) -> Self {
        Self { text: text.into(), markdown: None }
    }
}
