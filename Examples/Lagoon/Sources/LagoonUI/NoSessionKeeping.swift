/// Keeps nothing: whoever starts the app signs in.
public struct NoSessionKeeping: SessionKeeping {
    /// Creates it.
    public init() {}

    public func kept() -> KeptSession? { nil }
    public func keep(_ session: KeptSession) {}
}
