/// Sorts modules into this order when they are shown together. It applies to the rules in the same block.
///
/// ```swift
/// InOrder(.lives(.now), .plan(.introduction))
/// ```
public struct InOrder<Flags: HomeFlags>: HomeRuleElement {
    /// The rule as data.
    public let rule: HomeRule<Flags>

    /// Sorts these modules.
    public init(_ modules: Flags.Module...) { rule = .order(modules) }
}
