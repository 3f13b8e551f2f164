import AtollHome
import SwiftUI

/// A home screen: its modules one below the other, each in its style, the first as the hero.
///
/// ```swift
/// HomeView(model) {
///     Text(date, format: .dateTime)
/// } content: {
///     PlanCard().home(.plan(.details), .plan(.introduction))
///     LivesCard().home(.lives(.now))
/// }
/// ```
public struct HomeView<Flags: HomeFlags, Header: View, Content: HomeViews, Footer: View>: View
where Flags.Module: HomeStyledModule, Content.Module == Flags.Module {
    private let model: HomeModel<Flags>
    private let header: Header
    private let content: Content
    private let footer: Footer

    /// - Parameters:
    ///   - header: What stands above everything, in the style of the hero.
    ///   - content: A view for each module, in any order.
    ///   - footer: What stands below more than one module.
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
    public init(
        _ model: HomeModel<Flags>, @ViewBuilder header: () -> Header, @HomeViewBuilder content: () -> Content
    ) {
        self.init(model, header: header, content: content) { EmptyView() }
    }
}

/// A module on its background, with the line that separates it from what stands above.
struct HomeModuleView<Content: View>: View {
    private let style: HomeModuleStyle
    private let isHero: Bool
    private let content: Content
    @Environment(\.colorScheme) private var colorScheme

    init(style: HomeModuleStyle, isHero: Bool, @ViewBuilder content: () -> Content) {
        self.style = style
        self.isHero = isHero
        self.content = content()
    }

    var body: some View {
        VStack(spacing: 0) {
            if !isHero { HomeEdgeView(edge: style.edge, background: style.background) }
            content
                .environment(\.homeModuleStyle, style)
                .environment(\.isHomeHero, isHero)
                .foregroundStyle(Color(style.foreground, in: colorScheme))
                .padding(20)
                .frame(maxWidth: .infinity)
        }
        .background(Color(style.background, in: colorScheme))
    }
}
