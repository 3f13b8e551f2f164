/// A rule of a home: it says which modules are shown for which flags.
///
/// Rules are written with ``Show``, ``When``, ``Unless``, ``FirstOf``, ``NamedRules`` and ``InOrder``. They are data:
/// ``HomeRules`` lists them, explains them, and checks them for every combination of flags.
public indirect enum HomeRule<Flags: HomeFlags>: HomeRuleElement, Hashable {
    /// The modules of the home.
    public typealias Module = Flags.Module

    /// Shows these modules, in this order.
    case show([Module])
    /// Applies `then` if all flags in `all` are set and none in `none`; otherwise applies `otherwise`.
    case when(all: Flags, none: Flags, then: [HomeRule], otherwise: [HomeRule])
    /// Applies the first of these rules that shows anything.
    case first([HomeRule])
    /// Rules that belong together, under a name that tables show.
    case group(String, [HomeRule])
    /// Sorts these modules into this order when they are shown together.
    case order([Module])

    /// The rule itself.
    public var rule: HomeRule<Flags> { self }

    /// This condition with the rules that apply if it does not hold; any other rule as it is.
    func otherwise(_ rules: [HomeRule]) -> HomeRule {
        guard case .when(let all, let none, let then, _) = self else { return self }
        return .when(all: all, none: none, then: then, otherwise: rules)
    }
}
