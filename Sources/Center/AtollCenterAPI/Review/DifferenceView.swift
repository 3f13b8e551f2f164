/// The differences between a version and another one.
package struct DifferenceView: Codable, Sendable {
    /// The version it is compared with; nil if no version before it was approved.
    package let base: Int?
    package let baseName: String?
    /// The last version between the two that was rejected: a reviewer has seen it, and users have not.
    package let rejected: Rejected?
    package let facts: [Fact]
    package let files: [File]

    /// A change that users or reviewers care about.
    package struct Fact: Codable, Sendable {
        package let kind: String
        package let name: String
        package let before: String?
        package let after: String?
        package let isCritical: Bool

        package init(kind: String, name: String, before: String? = nil, after: String? = nil, isCritical: Bool) {
            self.kind = kind
            self.name = name
            self.before = before
            self.after = after
            self.isCritical = isCritical
        }
    }

    /// A file.
    package struct File: Codable, Sendable {
        package let path: String
        package let state: String
        package let lengthBefore: Int
        package let lengthAfter: Int

        package init(path: String, state: String, lengthBefore: Int, lengthAfter: Int) {
            self.path = path
            self.state = state
            self.lengthBefore = lengthBefore
            self.lengthAfter = lengthAfter
        }
    }

    /// A version that was rejected.
    package struct Rejected: Codable, Sendable {
        package let code: Int
        package let name: String

        package init(code: Int, name: String) {
            self.code = code
            self.name = name
        }
    }

    package init(base: Int? = nil, baseName: String? = nil, rejected: Rejected? = nil, facts: [Fact], files: [File]) {
        self.base = base
        self.baseName = baseName
        self.rejected = rejected
        self.facts = facts
        self.files = files
    }
}
