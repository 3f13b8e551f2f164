/// A rule of a home: when it shows which modules.
///
/// Rules are made by ``show(_:)``, ``when(_:unless:_:)``, ``unless(_:_:)``, ``first(_:)``, ``group(_:_:)`` and ``order(_:)``, and
/// are data: ``HomeRules`` lists them, explains them, and checks them over every combination of flags.
public indirect enum HomeRule<Flags: HomeFlags>: Hashable, Sendable {
    public typealias Module = Flags.Module

    /// These modules, in this order.
    case show([Module])
    /// Some rules where all of certain flags are set and none of others, and other rules where not.
    case when(all: Flags, none: Flags, then: [HomeRule], otherwise: [HomeRule])
    /// The first of some rules that shows anything.
    case first([HomeRule])
    /// Rules that belong together, under a name for people.
    case group(String, [HomeRule])
    /// Where these modules are shown together, they stand in this order.
    case order([Module])

    /// What is shown where the condition does not hold.
    ///
    /// - Precondition: The rule is one of ``when(_:unless:_:)`` or ``unless(_:_:)`` that has no `otherwise` yet.
    public func otherwise(@HomeRulesBuilder<Flags> _ rules: () -> [HomeRule]) -> HomeRule {
        guard case .when(let all, let none, let then, let otherwise) = self, otherwise.isEmpty else {
            preconditionFailure("Only a condition has an otherwise, and only one.")
        }
        return .when(all: all, none: none, then: then, otherwise: rules())
    }
}

/// Puts rules one after another.
@resultBuilder
public enum HomeRulesBuilder<Flags: HomeFlags> {
    public static func buildExpression(_ rule: HomeRule<Flags>) -> [HomeRule<Flags>] { [rule] }
    public static func buildExpression(_ rules: [HomeRule<Flags>]) -> [HomeRule<Flags>] { rules }
    public static func buildBlock(_ rules: [HomeRule<Flags>]...) -> [HomeRule<Flags>] { rules.flatMap(\.self) }
    public static func buildOptional(_ rules: [HomeRule<Flags>]?) -> [HomeRule<Flags>] { rules ?? [] }
    public static func buildEither(first rules: [HomeRule<Flags>]) -> [HomeRule<Flags>] { rules }
    public static func buildEither(second rules: [HomeRule<Flags>]) -> [HomeRule<Flags>] { rules }
    public static func buildArray(_ rules: [[HomeRule<Flags>]]) -> [HomeRule<Flags>] { rules.flatMap(\.self) }
}

/// Shows modules, in this order.
public func show<Flags: HomeFlags>(_ modules: Flags.Module...) -> HomeRule<Flags> { .show(modules) }

/// Applies rules where all of `flags` are set, and none of `excluded`.
public func when<Flags: HomeFlags>(
    _ flags: Flags, unless excluded: Flags = [], @HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]
) -> HomeRule<Flags> {
    .when(all: flags, none: excluded, then: rules(), otherwise: [])
}

/// Applies rules where none of `flags` is set.
public func unless<Flags: HomeFlags>(
    _ flags: Flags, @HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]
) -> HomeRule<Flags> {
    .when(all: [], none: flags, then: rules(), otherwise: [])
}

/// Applies the first of some rules that shows anything.
public func first<Flags: HomeFlags>(@HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]) -> HomeRule<Flags> {
    .first(rules())
}

/// Gives rules that belong together a name.
public func group<Flags: HomeFlags>(
    _ name: String, @HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]
) -> HomeRule<Flags> {
    .group(name, rules())
}

/// Says in which order modules stand that are shown together, wherever their rules are.
public func order<Flags: HomeFlags>(_ modules: Flags.Module...) -> HomeRule<Flags> { .order(modules) }
