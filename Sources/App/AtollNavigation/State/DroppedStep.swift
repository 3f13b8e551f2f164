/// A step that was dropped when a path was restored.
public struct DroppedStep<F: Fragment>: Hashable, Sendable {
    /// The step.
    public let edge: PathEdge<F>
    /// Why it was dropped.
    public let fault: PathFault
}
