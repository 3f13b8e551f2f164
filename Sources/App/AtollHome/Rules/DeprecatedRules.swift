// Names of earlier releases, which stay for one more.

/// The earlier name of ``Show``.
@available(*, deprecated, renamed: "Show")
public func show<Flags: HomeFlags>(_ modules: Flags.Module...) -> HomeRule<Flags> { .show(modules) }

/// The earlier name of ``When``.
@available(*, deprecated, renamed: "When")
public func when<Flags: HomeFlags>(
    _ flags: Flags, unless excluded: Flags = [], @HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]
) -> When<Flags> {
    When(flags, unless: excluded, rules)
}

/// The earlier name of ``Unless``.
@available(*, deprecated, renamed: "Unless")
public func unless<Flags: HomeFlags>(
    _ flags: Flags, @HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]
) -> Unless<Flags> {
    Unless(flags, rules)
}

/// The earlier name of ``FirstOf``.
@available(*, deprecated, renamed: "FirstOf")
public func first<Flags: HomeFlags>(@HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]) -> FirstOf<Flags> {
    FirstOf(rules)
}

/// The earlier name of ``NamedRules``.
@available(*, deprecated, renamed: "NamedRules")
public func group<Flags: HomeFlags>(
    _ name: String, @HomeRulesBuilder<Flags> _ rules: () -> [HomeRule<Flags>]
) -> NamedRules<Flags> {
    NamedRules(name, rules)
}

/// The earlier name of ``InOrder``.
@available(*, deprecated, renamed: "InOrder")
public func order<Flags: HomeFlags>(_ modules: Flags.Module...) -> HomeRule<Flags> { .order(modules) }
