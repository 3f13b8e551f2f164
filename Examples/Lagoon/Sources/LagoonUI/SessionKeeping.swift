/// Stores a session across restarts of the app: in an app, the ``SessionKeychain``.
public protocol SessionKeeping: Sendable {
    /// The stored session, or nil if nothing is stored or it can't be read.
    func kept() -> KeptSession?
    /// Stores a session, or the rest of one after a sign-out.
    func keep(_ session: KeptSession)
}
