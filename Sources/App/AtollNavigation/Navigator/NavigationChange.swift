/// One successful operation.
public struct NavigationChange<F: Fragment>: Hashable, Sendable {
    /// The command that was carried out. A change of the whole state counts as ``NavigationCommand/replace(_:)``.
    public let cause: NavigationCommand<F>
    /// The newest presented place before.
    public let from: F
    /// The newest presented place after.
    public let to: F

    /// A change with its cause.
    public init(cause: NavigationCommand<F>, from: F, to: F) {
        self.cause = cause
        self.from = from
        self.to = to
    }
}
