/// Shows modules, in this order.
///
/// ```swift
/// Show(.plan(.introduction), .lunch)
/// ```
public struct Show<Flags: HomeFlags>: HomeRuleElement {
    /// The rule as data.
    public let rule: HomeRule<Flags>

    /// Shows these modules.
    public init(_ modules: Flags.Module...) { rule = .show(modules) }
}
