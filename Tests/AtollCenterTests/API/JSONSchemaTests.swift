import SignedJSON
import Testing

@testable import AtollCenter
@testable import AtollCenterAnswers

@Suite("What a body may have, as the document says")
struct JSONSchemaTests {
    private static let schema = JSONSchema.object(
        [
            "name": .text(1...3, pattern: "^[a-z]*$"), "kind": .one(of: ["a", "b"]), "count": .integer(1...9),
            "flag": .bool, "list": .list(of: .object(["x": .text(0...2)]), upTo: 2, from: 1),
        ], optional: ["kind", "count", "flag", "list"])

    @Test(
        "What it says is taken",
        arguments: [
            #"{"name": "a"}"#, #"{"name": "abc", "kind": "b", "count": 9, "flag": false}"#,
            #"{"name": "a", "count": 1.0, "list": [{"x": ""}, {"x": "ää"}]}"#,
        ])
    func takes(_ json: String) throws {
        try Self.schema.check(JSONValue(parsing: Array(json.utf8), numbers: .unbounded))
    }

    @Test(
        "Anything else is refused with the member's name",
        arguments: [
            ("[]", "body"), ("null", "body"), ("{}", "name"), (#"{"name": null}"#, "name"),
            (#"{"name": ""}"#, "name"), (#"{"name": "abcd"}"#, "name"),
            (#"{"name": "a", "kind": "c"}"#, "kind"), (#"{"name": "a", "count": 0}"#, "count"),
            (#"{"name": "a", "count": 10}"#, "count"), (#"{"name": "a", "count": 1.5}"#, "count"),
            (#"{"name": "a", "count": 1e99}"#, "count"), (#"{"name": "a", "count": "1"}"#, "count"),
            (#"{"name": "a", "flag": 1}"#, "flag"), (#"{"name": "a", "list": []}"#, "list"),
            (#"{"name": "a", "list": [{"x": ""}, {"x": "abc"}]}"#, "list.1.x"),
            (#"{"name": "a", "list": [{"x": ""}, {}]}"#, "list.1.x"), (#"{"name": "a", "y": 1}"#, "y"),
        ])
    func refuses(_ json: String, _ subject: String) throws {
        let value = try JSONValue(parsing: Array(json.utf8), numbers: .unbounded)
        let error = #expect(throws: InvalidMember.self) { try Self.schema.check(value) }
        #expect(error?.name == subject)
        #expect(error?.problem.status == .badRequest && error?.problem.subject == subject)
    }
}
