/// Which facts must be true, and which must not be, for a segue to be open.
public struct Condition: Hashable, Sendable {
    /// The facts that must be true.
    public var required: Set<Fact>
    /// The facts that must not be true.
    public var forbidden: Set<Fact>

    /// A condition; one without facts is always met.
    public init(required: Set<Fact> = [], forbidden: Set<Fact> = []) {
        self.required = required
        self.forbidden = forbidden
    }

    /// Whether the condition is met if exactly `facts` are true.
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
