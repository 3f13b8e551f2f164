import AtollHome
import SwiftUI

/// A home screen: its modules from top to bottom, each in its style, the first one as the hero. It follows the model
/// while it is on screen.
///
/// ```swift
/// HomeView(model) {
///     Text("Good morning")
/// } content: {
///     PlanCard().home(TodayModule.plan(.details), .plan(.introduction))
///     LivesCard().home(TodayModule.lives(.now))
/// }
/// ```
public struct HomeView<Flags: HomeFlags, Header: View, Content: HomeViews, Footer: View>: View
where Flags.Module: HomeStyledModule, Content.Module == Flags.Module {
    private let model: HomeModel<Flags>
    private let header: Header
    private let content: Content
    private let footer: Footer

    /// Creates a home screen.
    ///
    /// - Parameters:
    ///   - model: The home's model. Modules that `content` has no view for are left out.
    ///   - header: The view above the modules; it can read the hero's style from the environment.
    ///   - content: Views tagged with their modules, in any order.
    ///   - footer: The view below the modules, shown only if there are at least two.
    public init(
        _ model: HomeModel<Flags>, @ViewBuilder header: () -> Header, @HomeViewBuilder content: () -> Content,
        @ViewBuilder footer: () -> Footer
    ) {
        self.model = model
        self.header = header()
        self.content = content()
        self.footer = footer()
    }

    public var body: some View {
        ScrollView {
            VStack(spacing: 0) {
                let modules = model.modules.filter { content.modules.contains($0) }
                header.environment(\.homeModuleStyle, modules.first?.style(isHero: true))
                ForEach(Array(modules.enumerated()), id: \.element) { place, module in
                    HomeModuleView(style: module.style(isHero: place == 0), isHero: place == 0) {
                        content.view(for: module)
                    }
                    .accessibilityIdentifier("module-\(module.id)")
                }
                if modules.count > 1 { footer }
                if model.state == nil { ProgressView().padding(60) }
            }
        }
        .task(id: ObjectIdentifier(model)) { await model.follow() }
        .refreshable { await model.refresh() }
    }
}

extension HomeView where Footer == EmptyView {
    /// Creates a home screen without a footer.
    public init(
        _ model: HomeModel<Flags>, @ViewBuilder header: () -> Header, @HomeViewBuilder content: () -> Content
    ) {
        self.init(model, header: header, content: content) { EmptyView() }
    }
}
