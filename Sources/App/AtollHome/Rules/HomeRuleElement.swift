/// One line of a home's rules: ``Show``, ``When``, ``Unless``, ``FirstOf``, ``NamedRules``, ``InOrder``, or a
/// ``HomeRule`` that was made elsewhere.
public protocol HomeRuleElement<Flags>: Sendable {
    /// The flags of the home.
    associatedtype Flags: HomeFlags

    /// The rule as data.
    var rule: HomeRule<Flags> { get }
}
