/// The content for each module of a home, looked up by module.
public struct HomeContent<Module: HomeModule, Content> {
    private let contents: [Module: Content]

    /// Collects the content from items.
    ///
    /// - Precondition: No module is tagged twice.
    public init(@HomeContentBuilder<Module, Content> _ items: () -> [HomeItem<Module, Content>]) {
        var contents: [Module: Content] = [:]
        for item in items() {
            for module in item.modules {
                precondition(contents.updateValue(item.content, forKey: module) == nil, "\(module.id) has two views.")
            }
        }
        self.contents = contents
    }

    /// The content for a module, or nil if no item is tagged with it.
    ///
    /// - Complexity: O(1).
    public subscript(module: Module) -> Content? { contents[module] }

    /// The members of `modules` that have no content.
    public func missing(of modules: [Module]) -> [Module] { modules.filter { contents[$0] == nil } }
}

extension HomeContent: Sendable where Content: Sendable {}
