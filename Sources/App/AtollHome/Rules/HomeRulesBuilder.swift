/// Collects rules in the order in which they are written.
@resultBuilder
public enum HomeRulesBuilder<Flags: HomeFlags> {
    /// Accepts a rule.
    public static func buildExpression<Element: HomeRuleElement>(_ element: Element) -> [HomeRule<Flags>]
    where Element.Flags == Flags { [element.rule] }
    /// Accepts a list of rules.
    public static func buildExpression(_ rules: [HomeRule<Flags>]) -> [HomeRule<Flags>] { rules }
    /// Joins the rules of a block.
    public static func buildBlock(_ rules: [HomeRule<Flags>]...) -> [HomeRule<Flags>] { rules.flatMap(\.self) }
    /// Supports `if` without `else`.
    public static func buildOptional(_ rules: [HomeRule<Flags>]?) -> [HomeRule<Flags>] { rules ?? [] }
    /// Supports the first branch of `if` and `switch`.
    public static func buildEither(first rules: [HomeRule<Flags>]) -> [HomeRule<Flags>] { rules }
    /// Supports the other branches of `if` and `switch`.
    public static func buildEither(second rules: [HomeRule<Flags>]) -> [HomeRule<Flags>] { rules }
    /// Supports `for` loops.
    public static func buildArray(_ rules: [[HomeRule<Flags>]]) -> [HomeRule<Flags>] { rules.flatMap(\.self) }
}
