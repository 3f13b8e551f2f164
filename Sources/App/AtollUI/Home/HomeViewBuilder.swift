import AtollHome
import SwiftUI

/// Collects a home's views and preserves their types: the builder of the content of ``HomeView``.
@resultBuilder
@MainActor
public enum HomeViewBuilder {
    /// Accepts a tagged view.
    public static func buildExpression<Views: HomeViews>(_ views: Views) -> Views { views }
    /// Begins with the first view.
    public static func buildPartialBlock<Views: HomeViews>(first: Views) -> Views { first }
    /// Adds the next view.
    public static func buildPartialBlock<First: HomeViews, Second: HomeViews>(
        accumulated: First, next: Second
    ) -> HomeViewPair<First, Second> where First.Module == Second.Module {
        HomeViewPair(first: accumulated, second: next)
    }
}

extension View {
    /// Tags this view with the modules that it shows, for the content of ``HomeView``.
    ///
    /// ```swift
    /// Text("Lunch is at noon").home(TodayModule.plan(.details))
    /// ```
    public func home<Module: HomeModule>(_ modules: Module...) -> TaggedHomeView<Module, Self> {
        TaggedHomeView(modules: modules) { _ in self }
    }
}
