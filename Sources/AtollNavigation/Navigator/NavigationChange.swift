/// One successful operation.
public struct NavigationChange<F: Fragment>: Hashable, Sendable {
    /// What was asked for.
    public let cause: NavigationCommand<F>
    /// The newest presented place before.
    public let from: PathFragment<F>
    /// The newest presented place after.
    public let to: PathFragment<F>

    public init(cause: NavigationCommand<F>, from: PathFragment<F>, to: PathFragment<F>) {
        self.cause = cause
        self.from = from
        self.to = to
    }
}
