/// One successful operation.
public struct NavigationChange<F: Fragment>: Hashable, Sendable {
    /// What was asked for.
    public let cause: NavigationCommand<F>
    /// The newest presented place before.
    public let from: F
    /// The newest presented place after.
    public let to: F

    public init(cause: NavigationCommand<F>, from: F, to: F) {
        self.cause = cause
        self.from = from
        self.to = to
    }
}
