/// Collects the content for modules, in any order.
@resultBuilder
public enum HomeContentBuilder<Module: HomeModule, Content> {
    /// The items collected so far.
    public typealias Items = [HomeItem<Module, Content>]

    /// Accepts an item.
    public static func buildExpression(_ item: HomeItem<Module, Content>) -> Items { [item] }
    /// Joins the items of a block.
    public static func buildBlock(_ items: Items...) -> Items { items.flatMap(\.self) }
    /// Supports `if` without `else`.
    public static func buildOptional(_ items: Items?) -> Items { items ?? [] }
    /// Supports the first branch of `if` and `switch`.
    public static func buildEither(first items: Items) -> Items { items }
    /// Supports the other branches of `if` and `switch`.
    public static func buildEither(second items: Items) -> Items { items }
    /// Supports `for` loops.
    public static func buildArray(_ items: [Items]) -> Items { items.flatMap(\.self) }
}
