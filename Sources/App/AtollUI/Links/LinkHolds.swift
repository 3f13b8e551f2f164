import AtollNavigation
import SwiftUI

extension View {
    /// Delays deep links while this view exists and a condition is true, because opening one could dismiss what the
    /// user is working on, such as a form. The most recent link is opened when the condition becomes false or the view
    /// is gone.
    ///
    /// ```swift
    /// TextField("What happened?", text: $text)
    ///     .linksWait(while: !text.isEmpty)
    /// ```
    public func linksWait(while isBusy: Bool) -> some View { modifier(LinkHoldModifier(isBusy: isBusy)) }
}

/// The views that delay links. Each does so until it withdraws or its place is dismissed; the place may be covered by
/// another.
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
            // A view that another screen covers disappears, too, but its place is still presented.
            .onDisappear { if !(place?.isThere() ?? false) { set(false) } }
    }

    private func set(_ isBusy: Bool) { holds?.set(owner, isBusy) { place?.isThere() ?? true } }
}
