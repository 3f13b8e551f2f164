/// The storage of a session across restarts of the app: in an app the ``SessionKeychain``.
public protocol SessionKeeping: Sendable {
    /// The stored session, or nil if nothing is stored or it can't be read.
    func kept() -> KeptSession?
    /// Keeps a session, or what is left of one.
    func keep(_ session: KeptSession)
}
