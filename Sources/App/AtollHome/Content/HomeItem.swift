/// Content for modules, such as a part of a page, tagged with the modules that it shows.
public struct HomeItem<Module: HomeModule, Content> {
    /// The modules that the content shows.
    public let modules: [Module]
    /// The content itself; usually a function of the module that is shown.
    public let content: Content

    /// Tags content with the modules that it shows.
    public init(_ content: Content, for modules: [Module]) {
        self.modules = modules
        self.content = content
    }
}

extension HomeItem: Sendable where Content: Sendable {}
