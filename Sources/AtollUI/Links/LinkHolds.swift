import AtollNavigation
import SwiftUI

extension View {
    /// Lets links wait while this view is on screen and a condition is true, since they would take away what is on screen: such as a sheet in
    /// which somebody is writing. They are opened when it is true no longer, or the view has gone.
    ///
    /// ```swift
    /// TextField("What happened?", text: $text)
    ///     .linksWait(while: !text.isEmpty)
    /// ```
    public func linksWait(while isBusy: Bool) -> some View { modifier(LinkHoldModifier(isBusy: isBusy)) }
}

/// Who lets links wait: as long as they say so, and the place that their view belongs to is there; it may lie under another one.
@MainActor
@Observable
final class LinkHolds {
    private struct Hold {
        weak var owner: AnyObject?
        let isThere: @MainActor () -> Bool
    }

    private var holds: [Hold] = []

    var isEmpty: Bool { !holds.contains { $0.owner != nil && $0.isThere() } }

    func set(_ owner: AnyObject, _ isBusy: Bool, while isThere: @escaping @MainActor () -> Bool) {
        holds.removeAll { $0.owner == nil || $0.owner === owner }
        if isBusy { holds.append(Hold(owner: owner, isThere: isThere)) }
    }
}

private struct LinkHoldsKey: EnvironmentKey {
    static var defaultValue: LinkHolds? { nil }
}

private struct PlaceKey: EnvironmentKey {
    static var defaultValue: ShownPlace? { nil }
}

/// The place that a container shows a view for.
struct ShownPlace {
    let isThere: @MainActor () -> Bool

    init<F: Fragment>(_ place: F, in navigator: Navigator<F>) {
        isThere = { navigator.path.edges.contains { $0.to == place || $0.from == place } }
    }
}

extension EnvironmentValues {
    var linkHolds: LinkHolds? {
        get { self[LinkHoldsKey.self] }
        set { self[LinkHoldsKey.self] = newValue }
    }

    var shownPlace: ShownPlace? {
        get { self[PlaceKey.self] }
        set { self[PlaceKey.self] = newValue }
    }
}

private struct LinkHoldModifier: ViewModifier {
    let isBusy: Bool
    @State private var owner = Covers.Owner()
    @Environment(\.linkHolds) private var holds
    @Environment(\.shownPlace) private var place

    func body(content: Content) -> some View {
        content
            .onChange(of: isBusy) { _, isBusy in set(isBusy) }
            .onAppear { set(isBusy) }
            // What lies under another screen is still there.
            .onDisappear { if !(place?.isThere() ?? false) { set(false) } }
    }

    private func set(_ isBusy: Bool) { holds?.set(owner, isBusy) { place?.isThere() ?? true } }
}
