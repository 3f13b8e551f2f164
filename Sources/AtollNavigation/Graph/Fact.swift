/// Something that is true or not, by name: signed in, a role, a feature flag. A segue can depend on it.
///
/// ```swift
/// extension Fact {
///     static let signedIn: Fact = "signedIn"
/// }
/// ```
public struct Fact: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { self.init(rawValue: value) }

    public var description: String { rawValue }
}

extension Fact: Codable {}

/// What must be true, and what must not be, for a segue to be open.
public struct Condition: Hashable, Sendable {
    public var required: Set<Fact>
    public var forbidden: Set<Fact>

    public init(required: Set<Fact> = [], forbidden: Set<Fact> = []) {
        self.required = required
        self.forbidden = forbidden
    }

    /// Whether the condition is met where `facts` are true.
    ///
    /// - Complexity: O(*k*) in the number of facts that the condition names.
    public func isMet(by facts: Set<Fact>) -> Bool {
        required.isSubset(of: facts) && forbidden.isDisjoint(with: facts)
    }
}

extension Condition: CustomStringConvertible {
    public var description: String {
        (required.map(\.rawValue).sorted() + forbidden.map { "not \($0)" }.sorted()).joined(separator: " and ")
    }
}
