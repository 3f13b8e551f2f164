/// Applies the first of some rules that shows anything.
///
/// ```swift
/// FirstOf {
///     When(.livesNow) { Show(.lives(.now)) }
///     When(.livesToday) { Show(.lives(.today)) }
/// }
/// ```
public struct FirstOf<Flags: HomeFlags>: HomeRuleElement {
    /// The rule as data.
    public let rule: HomeRule<Flags>

    /// Applies the first of these rules that shows anything.
    public init(@HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]) { rule = .first(rules()) }
}
