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

/// Who lets links wait.
@MainActor
@Observable
final class LinkHolds {
    private var owners: Set<ObjectIdentifier> = []

    var isEmpty: Bool { owners.isEmpty }

    func set(_ owner: AnyObject, _ isBusy: Bool) {
        if isBusy { owners.insert(ObjectIdentifier(owner)) } else { owners.remove(ObjectIdentifier(owner)) }
    }
}

private struct LinkHoldsKey: EnvironmentKey {
    static var defaultValue: LinkHolds? { nil }
}

extension EnvironmentValues {
    var linkHolds: LinkHolds? {
        get { self[LinkHoldsKey.self] }
        set { self[LinkHoldsKey.self] = newValue }
    }
}

private struct LinkHoldModifier: ViewModifier {
    let isBusy: Bool
    @State private var owner = Covers.Owner()
    @Environment(\.linkHolds) private var holds

    func body(content: Content) -> some View {
        content
            .onChange(of: isBusy, initial: true) { _, isBusy in holds?.set(owner, isBusy) }
            .onDisappear { holds?.set(owner, false) }
    }
}
