# What SARIF 2.1.0 asks of a log like ours: true, or an error that says what is wrong.
def must(condition; $what): if condition then . else error($what + ": " + tojson) end;
def string: type == "string" and length > 0;
def count: type == "number" and . >= 1 and . == floor;

def message: must(type == "object" and (.text | string); "a message wants a text (3.11.8)");
def uri: must(string and (test("[ \\\\\"<>^`{|}]|[^\u0021-\u007e]|%(?![0-9A-Fa-f]{2})") | not); "a URI of RFC 3986 (3.4.3)");
def region: must(.startLine | count; "startLine counts from 1 (3.30.5)")
	| must(.startColumn == null or (.startColumn | count); "startColumn counts from 1 (3.30.6)");
def place: must(type == "object" and has("artifactLocation"); "a physical location wants an artifact (3.29.2)")
	| (.artifactLocation.uri | uri) as $u | if has("region") then (.region | region) as $r | . else . end;
def logical: must(.fullyQualifiedName | string; "a logical location wants a name (3.33.2)")
	| must(.kind == null or (.kind | string); "kind is a string (3.33.7)");
def location: must(type == "object"; "a location is an object (3.28)")
	| if has("physicalLocation") then (.physicalLocation | place) as $p | . else . end
	| ([(.logicalLocations // [])[] | logical]) as $l
	| if has("message") then (.message | message) as $m | . else . end;
def thread_flow: must((.locations | type == "array" and length > 0); "a thread flow wants locations (3.37.6)")
	| ([.locations[] | must(has("location"); "a place of a flow wants a location (3.38.3)") | .location | location]) as $l | .;
def code_flow: must((.threadFlows | type == "array" and length > 0); "a code flow wants thread flows (3.36.3)")
	| ([.threadFlows[] | thread_flow]) as $t | .;
def result($rules): (.message | message) as $m
	| must(.level | IN("none", "note", "warning", "error"); "a level that there is (3.27.10)")
	| must(.ruleIndex >= 0 and $rules[.ruleIndex].id == .ruleId; "ruleIndex is the place of ruleId (3.27.6)")
	| must((.locations | type == "array"); "locations are an array (3.27.12)")
	| ([.locations[] | location]) as $l | ([(.codeFlows // [])[] | code_flow]) as $f | .;
def run: must(.tool.driver.name | string; "the driver wants a name (3.19.8)")
	| must((.tool.driver.version | string); "a version that is not empty (3.19.13)")
	| must((.tool.driver.rules | map(.id) | length == (unique | length)); "ids of rules are unique (3.49.3)")
	| must(all(.tool.driver.rules[]; (.id | string) and (.shortDescription.text | string)); "a rule wants id and text (3.49)")
	| must((.results | type == "array"); "results are there even if empty (3.14.23)")
	| .tool.driver.rules as $rules | ([.results[] | result($rules)]) as $r | .;

must(.version == "2.1.0"; "the version of the log (3.13.2)")
| must(.["$schema"] | test("sarif.*2\\.1\\.0.*json$"); "the schema of that version (3.13.3)")
| must((.runs | type == "array" and length == 1); "one run (3.13.4)")
| ([.runs[] | run]) as $r | true
