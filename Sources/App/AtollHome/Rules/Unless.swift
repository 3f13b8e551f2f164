/// Applies rules while none of some flags is set.
///
/// ```swift
/// Unless(.hasPlan) { Show(.plan(.introduction)) }
/// ```
public struct Unless<Flags: HomeFlags>: HomeRuleElement {
    /// The rule as data.
    public let rule: HomeRule<Flags>

    /// Applies these rules if none of `flags` is set.
    public init(_ flags: Flags, @HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]) {
        rule = .when(all: [], none: flags, then: rules(), otherwise: [])
    }

    /// Adds the rules that apply if one of the flags is set.
    public func otherwise(@HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]) -> HomeRule<Flags> {
        rule.otherwise(rules())
    }
}
