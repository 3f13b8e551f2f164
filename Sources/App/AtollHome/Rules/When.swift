/// Applies rules while flags are set.
///
/// ```swift
/// When(.isNew, unless: .hasPlan) {
///     Show(.tour)
/// }
/// .otherwise { Show(.lunch) }
/// ```
public struct When<Flags: HomeFlags>: HomeRuleElement {
    /// The rule as data.
    public let rule: HomeRule<Flags>

    /// Applies these rules if all of `flags` are set and none of `excluded`.
    public init(
        _ flags: Flags, unless excluded: Flags = [], @HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]
    ) {
        rule = .when(all: flags, none: excluded, then: rules(), otherwise: [])
    }

    /// Adds the rules that apply if the condition does not hold.
    public func otherwise(@HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]) -> HomeRule<Flags> {
        rule.otherwise(rules())
    }
}
