/// Rules that belong together, under a name that tables show.
///
/// ```swift
/// NamedRules("Welcome") {
///     When(.isNew) { Show(.tour) }
/// }
/// ```
public struct NamedRules<Flags: HomeFlags>: HomeRuleElement {
    /// The rule as data.
    public let rule: HomeRule<Flags>

    /// Groups these rules under a name.
    public init(_ name: String, @HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]) {
        rule = .group(name, rules())
    }
}
