import AtollHome
import SwiftUI

/// A view for one or more modules of a home. `home(_:)` tags a view that is the same for all of its modules; this one is
/// built for the module that is shown.
///
/// ```swift
/// Text("Lunch is at noon").home(TodayModule.plan(.details))
///
/// TaggedHomeView(TodayModule.plan(.introduction), .plan(.details)) { module in
///     PlanCard(module: module)
/// }
/// ```
public struct TaggedHomeView<Module: HomeModule, Content: View>: HomeViews {
    /// The modules that the view is tagged with.
    public let modules: [Module]
    let content: @MainActor (Module) -> Content

    /// A view for several modules, built for the one that is shown.
    public init(_ modules: Module..., @ViewBuilder content: @escaping @MainActor (Module) -> Content) {
        self.init(modules: modules, content: content)
    }

    init(modules: [Module], content: @escaping @MainActor (Module) -> Content) {
        self.modules = modules
        self.content = content
    }

    /// The view for a module.
    public func view(for module: Module) -> some View { content(module) }
}
