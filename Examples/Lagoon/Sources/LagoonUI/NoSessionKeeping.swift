/// Stores nothing: the user signs in after each start of the app.
public struct NoSessionKeeping: SessionKeeping {
    /// Creates it.
    public init() {}

    public func kept() -> KeptSession? { nil }
    public func keep(_ session: KeptSession) {}
}
