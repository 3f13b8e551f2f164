/// One change, as it is recorded: not the state, only what changed and when.
public struct NavigationEvent<F: Fragment>: Hashable, Sendable {
    /// The kind of operation that caused the change. Changes of a stack are recorded as `present` or `dismiss`, opening
    /// a path as `replace`.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        case present, forward, dismiss, pick, go, replace, facts
    }

    /// The newest presented place before the change.
    public let from: F
    /// The newest presented place after the change.
    public let to: F
    /// The tag by which something was presented or dismissed, or nil.
    public let tag: SegueTag?
    /// The kind of operation.
    public let cause: Cause
    /// The time since the recording began.
    public let time: Duration

    /// Makes the event for a change.
    ///
    /// - Parameter graph: The graph whose rules replace fragments that have ids, so that the event does not reveal what
    ///   a user has looked at. Nil retains the ids.
    public init(_ change: NavigationChange<F>, at time: Duration, withoutIDsOf graph: NavigationGraph<F>? = nil) {
        from = graph?.rule(for: change.from) ?? change.from
        to = graph?.rule(for: change.to) ?? change.to
        self.time = time
        switch change.cause {
        case .presentTag(let tag, _), .dismissTag(let tag): self.tag = tag
        default: tag = nil
        }
        cause =
            switch change.cause {
            case .present, .presentEdge, .presentTag: .present
            case .forward: .forward
            case .dismiss, .dismissAny, .dismissEdge, .dismissTag, .dismissLast: .dismiss
            // The place before is still on the stack if something was pushed, and is gone if something was popped.
            case .setStack(let stack, let root):
                stack.contains(change.from) || root == change.from ? .present : .dismiss
            case .pick: .pick
            case .go: .go
            case .replace, .open: .replace
            case .setFacts: .facts
            }
    }

    /// The step that the user took, or nil if the newest presented place is the same as before.
    public var edge: GraphEdge<F>? { from == to ? nil : GraphEdge(from: from, to: to) }
}

extension NavigationEvent: Encodable where F: Encodable {}
extension NavigationEvent.Cause: Codable {}
