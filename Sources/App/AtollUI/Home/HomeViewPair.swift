import AtollHome
import SwiftUI

/// Two sets of views combined. The first set shows a module if it can, otherwise the second one does.
public struct HomeViewPair<First: HomeViews, Second: HomeViews>: HomeViews where First.Module == Second.Module {
    let first: First
    let second: Second

    /// The modules of both sets.
    public var modules: [First.Module] { first.modules + second.modules }

    /// The view for a module, from the set that has it.
    @ViewBuilder
    public func view(for module: First.Module) -> some View {
        if first.modules.contains(module) { first.view(for: module) } else { second.view(for: module) }
    }
}
