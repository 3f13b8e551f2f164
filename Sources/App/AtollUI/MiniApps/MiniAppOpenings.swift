import AtollPackages
import AtollRuntime

/// Lets mini apps open each other: the opened mini app learns which one opened it and with which parameters. When it
/// closes, the first one is opened again and receives the result.
///
/// Make one for each scene, and pass each new session to it:
///
/// ```swift
/// var providers = DeviceProviders()
/// providers.openMiniApp = { openings.open($0) }
/// let screen = ScreenDevice(of: "Kudos", providers: providers)
/// let session = MiniAppSession(id, from: source, storage: storage, device: screen)
/// openings.begin(session)
/// ```
@MainActor
public final class MiniAppOpenings {
    private struct Next {
        let opening: MiniAppOpening
        /// The opening that returns to the first mini app when this one closes; nil if this one is a return itself.
        var back: MiniAppOpening?
    }

    private let go: @MainActor (MiniAppID) -> Bool
    private var next: Next?
    /// The session that began most recently.
    private weak var current: MiniAppSession?

    /// - Parameter go: Shows a mini app in place of the current one; returns false if that is not possible. It does not
    ///   receive the page: a page that a mini app names must not become a part of a link of the super app.
    public init(_ go: @escaping @MainActor (MiniAppID) -> Bool) { self.go = go }

    /// Opens a mini app for another one.
    ///
    /// - Returns: false if that is not possible.
    public func open(_ opening: MiniAppOpening) -> Bool {
        let back = opening.launch.referrer.map { opener in
            var launch = MiniAppLaunch(.app, referrer: opening.id)
            // The page that the user has left.
            if let current, current.id == opener { launch.path = current.page }
            return MiniAppOpening(opener, launch, isForResult: opening.isForResult)
        }
        return show(Next(opening: opening, back: back))
    }

    private func show(_ opened: Next) -> Bool {
        next = opened
        guard go(opened.opening.id) else {
            next = nil
            return false
        }
        return true
    }

    /// Tells a session how its mini app was opened, before it starts. If the user has gone elsewhere instead, the
    /// pending opening is discarded.
    public func begin(_ session: MiniAppSession) {
        current = session
        defer { next = nil }
        guard let next, next.opening.id == session.id else { return }
        session.launch = next.opening.launch
        session.go(to: next.opening.launch.path)
        guard let back = next.back else { return }
        session.onClose = { [weak self, weak session] result in
            // If a link has arrived since, it opened the mini app anew.
            guard session?.launch.referrer == back.id else { return }
            var opening = back
            if back.isForResult { opening.launch.parameters = result.map { ["result": $0] } }
            _ = self?.show(Next(opening: opening))
        }
    }
}
