/// One change, as it is recorded: no state, only what changed and when.
public struct NavigationEvent<F: Fragment>: Hashable, Sendable {
    /// What kind of operation led there.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        case present, forward, dismiss, pick, go, replace, facts
    }

    /// The newest presented place before and after.
    public let from: PathFragment<F>
    public let to: PathFragment<F>
    public let tag: Segue<F>.Tag?
    public let cause: Cause
    /// The time since the recording began.
    public let time: Duration

    /// - Parameter keepsIDs: Whether ids are kept, which can tell what a person has looked at.
    public init(_ change: NavigationChange<F>, at time: Duration, keepsIDs: Bool = true) {
        from = keepsIDs ? change.from : PathFragment(change.from.fragment)
        to = keepsIDs ? change.to : PathFragment(change.to.fragment)
        self.time = time
        switch change.cause {
        case .presentTag(let tag, _), .dismissTag(let tag): self.tag = tag
        default: tag = nil
        }
        cause =
            switch change.cause {
            case .present, .presentEdge, .presentTag, .navigate(.present): .present
            case .forward: .forward
            case .dismiss, .dismissWithAnyID, .dismissEdge, .dismissTag, .dismissLast, .navigate(.dismiss): .dismiss
            // Where one was is still on the stack, or was taken from it.
            case .setStack(let stack, let root):
                stack.contains(change.from) || root == change.from ? .present : .dismiss
            case .pick: .pick
            case .go: .go
            case .replace, .navigate(.replace): .replace
            case .setFacts: .facts
            }
    }

    /// The step in the graph that users took, or nil where they stayed.
    public var edge: GraphEdge<F>? {
        from.fragment == to.fragment ? nil : GraphEdge(from: from.fragment, to: to.fragment)
    }
}

extension NavigationEvent: Encodable where F: Encodable {}
extension NavigationEvent.Cause: Codable {}
extension Segue.Tag: Codable {}
