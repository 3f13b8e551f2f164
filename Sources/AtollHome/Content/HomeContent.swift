/// What stands for a module: a view, or a piece of a page, tagged with the modules that it shows.
public struct HomeItem<Module: HomeModule, Content> {
    public let modules: [Module]
    public let content: Content

    /// - Parameter modules: Those that the content shows; it learns which one.
    public init(_ content: Content, for modules: [Module]) {
        self.modules = modules
        self.content = content
    }
}

extension HomeItem: Sendable where Content: Sendable {}

/// Collects what stands for modules, in any order.
@resultBuilder
public enum HomeContentBuilder<Module: HomeModule, Content> {
    public typealias Items = [HomeItem<Module, Content>]

    public static func buildExpression(_ item: HomeItem<Module, Content>) -> Items { [item] }
    public static func buildBlock(_ items: Items...) -> Items { items.flatMap(\.self) }
    public static func buildOptional(_ items: Items?) -> Items { items ?? [] }
    public static func buildEither(first items: Items) -> Items { items }
    public static func buildEither(second items: Items) -> Items { items }
    public static func buildArray(_ items: [Items]) -> Items { items.flatMap(\.self) }
}

/// What stands for each module of a home, looked up by module.
public struct HomeContent<Module: HomeModule, Content> {
    private let contents: [Module: Content]

    /// - Precondition: No module has two.
    public init(@HomeContentBuilder<Module, Content> _ items: () -> [HomeItem<Module, Content>]) {
        var contents: [Module: Content] = [:]
        for item in items() {
            for module in item.modules {
                precondition(contents.updateValue(item.content, forKey: module) == nil, "\(module.id) has two views.")
            }
        }
        self.contents = contents
    }

    public subscript(module: Module) -> Content? { contents[module] }

    /// Those of `modules` that have nothing to be shown with.
    public func missing(of modules: [Module]) -> [Module] { modules.filter { contents[$0] == nil } }
}

extension HomeContent: Sendable where Content: Sendable {}
