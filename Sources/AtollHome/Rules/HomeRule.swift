/// A rule of a home: it says which modules are shown for which flags.
///
/// Rules are made with ``show(_:)``, ``when(_:unless:_:)``, ``unless(_:_:)``, ``first(_:)``, ``group(_:_:)`` and
/// ``order(_:)``. They are data: ``HomeRules`` lists them, explains them, and checks them for every combination of
/// flags.
public indirect enum HomeRule<Flags: HomeFlags>: Hashable, Sendable {
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

    /// Adds the rules that apply if the condition does not hold.
    ///
    /// - Precondition: The rule is one of ``when(_:unless:_:)`` or ``unless(_:_:)`` that has no `otherwise` yet.
    public func otherwise(@HomeRulesBuilder<Flags> _ rules: () -> [HomeRule]) -> HomeRule {
        guard case .when(let all, let none, let then, let otherwise) = self, otherwise.isEmpty else {
            preconditionFailure("Only a condition has an otherwise, and only one.")
        }
        return .when(all: all, none: none, then: then, otherwise: rules())
    }
}

/// Shows modules, in this order.
public func show<Flags: HomeFlags>(_ modules: Flags.Module...) -> HomeRule<Flags> { .show(modules) }

/// Applies rules if all of `flags` are set and none of `excluded`.
public func when<Flags: HomeFlags>(
    _ flags: Flags, unless excluded: Flags = [], @HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]
) -> HomeRule<Flags> {
    .when(all: flags, none: excluded, then: rules(), otherwise: [])
}

/// Applies rules if none of `flags` is set.
public func unless<Flags: HomeFlags>(
    _ flags: Flags, @HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]
) -> HomeRule<Flags> {
    .when(all: [], none: flags, then: rules(), otherwise: [])
}

/// Applies the first of some rules that shows anything.
public func first<Flags: HomeFlags>(@HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]) -> HomeRule<Flags> {
    .first(rules())
}

/// Groups rules under a name that tables show.
public func group<Flags: HomeFlags>(
    _ name: String, @HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]
) -> HomeRule<Flags> {
    .group(name, rules())
}

/// Sorts modules into this order when they are shown together. It applies to the rules in the same block.
public func order<Flags: HomeFlags>(_ modules: Flags.Module...) -> HomeRule<Flags> { .order(modules) }
