import AtollReview

/// What a version changes against another.
struct DifferenceView: Codable, Sendable, Documented {
    /// A change that users or reviewers care about.
    struct Fact: Codable, Sendable {
        let kind: String
        let name: String
        let before: String?
        let after: String?
        let isCritical: Bool
    }

    /// A file.
    struct File: Codable, Sendable {
        let path: String
        let state: String
        let lengthBefore: Int
        let lengthAfter: Int
    }

    /// A version that was rejected.
    struct Rejected: Codable, Sendable {
        let code: Int
        let name: String
    }

    /// The version it is compared with; nil if no version before it was approved.
    let base: Int?
    let baseName: String?
    /// The last version between the two that was rejected: a reviewer has seen it, and users have not.
    let rejected: Rejected?
    let facts: [Fact]
    let files: [File]

    init(_ difference: PackageDifference, base: Int?, baseName: String?, rejected: Rejected?) {
        (self.base, self.baseName, self.rejected) = (base, baseName, rejected)
        facts = difference.facts.map {
            Fact(kind: $0.kind, name: $0.name, before: $0.before, after: $0.after, isCritical: $0.isCritical)
        }
        files = difference.files.map {
            File(
                path: $0.path, state: $0.state.rawValue, lengthBefore: $0.lengthBefore, lengthAfter: $0.lengthAfter)
        }
    }

    static let schemaName = "Difference"
    static let schema = JSONSchema.object(
        [
            "base": .integer(1...(1 << 53)), "baseName": .text(),
            "rejected": .object(["code": .integer(1...(1 << 53)), "name": .text()]),
            "facts": .list(
                of: .object(
                    [
                        "kind": .text(), "name": .text(), "before": .text(), "after": .text(), "isCritical": .bool,
                    ], optional: ["before", "after"]), upTo: 10_000),
            "files": .list(
                of: .object([
                    "path": .text(), "state": .one(of: ["added", "changed", "removed", "same"]),
                    "lengthBefore": .integer(0...(1 << 53)), "lengthAfter": .integer(0...(1 << 53)),
                ]), upTo: 4_000),
        ], optional: ["base", "baseName", "rejected"])
}
