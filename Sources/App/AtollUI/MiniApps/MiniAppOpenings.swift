import AtollPackages
import AtollRuntime

/// Lets mini apps open each other: the one that is opened learns from whom and with what, and when it closes, the first
/// one is opened again and learns what the other gave.
///
/// One for each scene. A session gets what belongs to it when it is made:
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
        /// The mini app that is opened again when it closes; `nil` for one that comes back itself.
        var back: MiniAppOpening?
    }

    private let go: @MainActor (MiniAppID) -> Bool
    private var next: Next?
    /// The session that began last.
    private weak var current: MiniAppSession?

    /// - Parameter go: Shows a mini app in place of the one that is shown; false if that leads nowhere. The page is not
    ///   a part of it: what a mini app says of one must not become a part of a link of the super app.
    public init(_ go: @escaping @MainActor (MiniAppID) -> Bool) { self.go = go }

    /// Opens a mini app for another one.
    ///
    /// - Returns: false if that leads nowhere.
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

    /// Tells a session how its mini app was opened, before it starts. If the user has gone elsewhere instead, what was
    /// to be opened is forgotten.
    public func begin(_ session: MiniAppSession) {
        current = session
        defer { next = nil }
        guard let next, next.opening.id == session.id else { return }
        session.launch = next.opening.launch
        session.go(to: next.opening.launch.path)
        guard let back = next.back else { return }
        session.onClose = { [weak self, weak session] result in
            // A link that has come meanwhile was a separate opening.
            guard session?.launch.referrer == back.id else { return }
            var opening = back
            if back.isForResult { opening.launch.parameters = result.map { ["result": $0] } }
            _ = self?.show(Next(opening: opening))
        }
    }
}
