/// One change, as it is recorded: no state, only what changed and when.
public struct NavigationEvent<F: Fragment>: Hashable, Sendable {
    /// What kind of operation led there.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        case present, forward, dismiss, pick, go, replace, facts
    }

    /// The newest presented place before and after.
    public let from: F
    public let to: F
    public let tag: SegueTag?
    public let cause: Cause
    /// The time since the recording began.
    public let time: Duration

    /// - Parameter graph: Where ids are to be left out, which can tell what a person has looked at: the graph whose rules say what stands
    ///   for them.
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
            // Where one was is still on the stack, or was taken from it.
            case .setStack(let stack, let root):
                stack.contains(change.from) || root == change.from ? .present : .dismiss
            case .pick: .pick
            case .go: .go
            case .replace, .open: .replace
            case .setFacts: .facts
            }
    }

    /// The step that users took, or nil where they stayed.
    public var edge: GraphEdge<F>? { from == to ? nil : GraphEdge(from: from, to: to) }
}

extension NavigationEvent: Encodable where F: Encodable {}
extension NavigationEvent.Cause: Codable {}
