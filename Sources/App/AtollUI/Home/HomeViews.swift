import AtollHome
import SwiftUI

/// Views for the modules of a home, in any order: the result of ``HomeViewBuilder``, made of views tagged with
/// `home(_:)`.
@MainActor
public protocol HomeViews<Module> {
    /// The modules of the home.
    associatedtype Module: HomeModule
    /// The type of a module's view.
    associatedtype Shown: View
    /// The modules that have a view.
    var modules: [Module] { get }
    /// The view for a module that ``modules`` contains.
    @ViewBuilder func view(for module: Module) -> Shown
}
