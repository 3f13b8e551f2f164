import AtollHome
import SwiftUI

// A name of earlier releases, which stays for one more.

/// The earlier name of ``TaggedHomeView``.
@available(*, deprecated, renamed: "TaggedHomeView")
@MainActor
public func home<Module: HomeModule, Content: View>(
    _ modules: Module..., @ViewBuilder content: @escaping @MainActor (Module) -> Content
) -> TaggedHomeView<Module, Content> {
    TaggedHomeView(modules: modules, content: content)
}
