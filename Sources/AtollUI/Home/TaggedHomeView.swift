import AtollHome
import SwiftUI

/// A view for one or more modules, as `home(_:)` tags it.
///
/// ```swift
/// Text("Lunch is at noon").home(TodayModule.plan(.details))
/// ```
public struct TaggedHomeView<Module: HomeModule, Content: View>: HomeViews {
    /// The modules that the view is tagged with.
    public let modules: [Module]
    let content: @MainActor (Module) -> Content

    /// The view for a module.
    public func view(for module: Module) -> some View { content(module) }
}
