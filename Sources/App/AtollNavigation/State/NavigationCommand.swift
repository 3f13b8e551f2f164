/// An operation on a navigation state. Navigators carry it out, scopes translate it, and recorders record it.
///
/// The methods of ``NavigationState`` and ``Navigator`` are shorthand for these.
public enum NavigationCommand<F: Fragment>: Hashable, Sendable {
    /// Presents a fragment, by the segue from the newest presented place that has one to it.
    ///
    /// If the fragment is on top already, nothing changes: a second tap does nothing. A place that belongs to no family
    /// and on which something was pushed is returned to; a member of a family is pushed again.
    case present(F)
    /// Presents an edge's target from its source; nothing changes if it is on top already.
    case presentEdge(GraphEdge<F>)
    /// Presents the target of the segue with this tag whose source is the newest presented place. The id is required if
    /// the target belongs to a family.
    case presentTag(SegueTag, id: TargetID? = nil)
    /// Takes the only open segue out of the newest presented place. A target that belongs to a family is named by `as`.
    case forward(as: F? = nil)
    /// Dismisses the newest place of a fragment, with its subtree.
    case dismiss(F)
    /// Dismisses the newest place of a fragment's family, whichever member it is, with its subtree.
    case dismissAny(F)
    /// Dismisses the newest place to which an edge led, with its subtree.
    case dismissEdge(GraphEdge<F>)
    /// Dismisses the newest place to which a segue with this tag led, with its subtree.
    case dismissTag(SegueTag)
    /// Dismisses the newest dismissable place that is presented or has a presented descendant, with its subtree.
    case dismissLast
    /// Presents one fragment of several, as a tab bar does; nil dismisses the newest of them that is presented.
    case pick(F?, among: [F])
    /// Goes to a fragment: returns to it if others were pushed on it; otherwise takes the shortest path of open segues
    /// from what is presented. If there is no such path, dismissable places are dismissed, newest first, until there is
    /// one.
    case go(F)
    /// Replaces the whole path. Autos fire only where the path does not say otherwise: where it ends, and at places
    /// whose auto is a pick if the path has no pick there.
    case replace(PresentedPath<F>)
    /// Shows the destination of a path, and leaves the tabs that it does not mention unchanged, as a link does in an
    /// app. Anything that covers the path, such as a sheet, and anything else pushed on its places is removed.
    case open(PresentedPath<F>)
    /// Sets exactly which places are pushed on a place. The stack of a tab that is not picked can be set as well, once
    /// the tab has been picked.
    case setStack([F], from: F)
    /// Replaces the set of true facts: places to which closed segues led are removed, autos that have become open fire,
    /// and navigation to the wanted fragment resumes.
    case setFacts(Set<Fact>)
}

extension NavigationCommand: CustomStringConvertible {
    public var description: String {
        switch self {
        case .present(let fragment): "present \(fragment.readableName)"
        case .presentEdge(let edge): "present \(edge)"
        case .presentTag(let tag, let id): "present the target tagged \(tag)" + (id.map { " with id \($0)" } ?? "")
        case .forward(let fragment): "forward" + Self.text(fragment)
        case .dismiss(let fragment): "dismiss \(fragment.readableName)"
        case .dismissAny(let fragment): "dismiss any \(FragmentKind(fragment))"
        case .dismissEdge(let edge): "dismiss \(edge)"
        case .dismissTag(let tag): "dismiss the target tagged \(tag)"
        case .dismissLast: "dismiss the newest"
        case .pick(let fragment, let fragments):
            """
            pick \(fragment.map(\.readableName) ?? "none") among \
            \(fragments.map(\.readableName).joined(separator: ", "))
            """
        case .go(let fragment): "go to \(fragment.readableName)"
        case .replace(let path): path.edges.isEmpty ? "start over" : "go to \(path)"
        case .open(let path): "open \(path)"
        case .setStack(let stack, let place):
            "push \(stack.map(\.readableName).joined(separator: ", ")) on \(place.readableName)"
        case .setFacts(let facts): "set facts: \(facts.map(\.rawValue).sorted().joined(separator: ", "))"
        }
    }

    private static func text(_ fragment: F?) -> String { fragment.map { " as \($0.readableName)" } ?? "" }
}

extension NavigationState {
    /// Carries out a command.
    ///
    /// - Throws: Why that is not possible; the state is then unchanged.
    /// - Complexity: That of what appears and disappears, plus finding the way: O(min(*i*, *p*)) in the fragment's
    ///   incoming segues and the presented places to present, O(*k*) in the fragment's places on the path to dismiss,
    ///   O(*n*) to dismiss the newest. To go: O(*n* + *f* + *s*) in the path and the graph, once for each place that is
    ///   dismissed on the way. To replace, to open, to set a stack and to set facts: O(*n* log *n*) in the lengths of
    ///   both paths, plus the cost of going if something was wanted.
    public mutating func perform(_ command: NavigationCommand<F>) throws(NavigationError<F>) {
        #if DEBUG
        lastCommands = lastCommands.suffix(7) + [command]
        #endif
        ids.forgetOthers(than: tree)
        switch command {
        case .present(let fragment): try present(fragment)
        case .presentEdge(let edge): try present(edge)
        case .presentTag(let tag, let id): try present(tag: tag, id: id)
        case .forward(let fragment): try forward(as: fragment)
        case .dismiss(let fragment): try dismiss(fragment)
        case .dismissAny(let fragment): try dismissAny(fragment)
        case .dismissEdge(let edge): try dismiss(edge)
        case .dismissTag(let tag): try dismiss(tag: tag)
        case .dismissLast: try dismiss()
        case .pick(let fragment, let fragments): try pick(fragment, among: fragments)
        case .go(let fragment): try go(to: fragment)
        case .replace(let path): try replace(with: path)
        case .open(let path): try open(path)
        case .setStack(let stack, let place): try setStack(stack, from: place)
        case .setFacts(let facts): setFacts(facts)
        }
    }

    /// Whether ``perform(_:)`` would carry out the command and reach its target, not a redirect.
    ///
    /// - Complexity: That of carrying it out; commands that may change much are tried on a copy.
    public func canPerform(_ command: NavigationCommand<F>) -> Bool {
        switch command {
        case .present(let fragment):
            isOnTop(fragment) || isOpen { () throws(NavigationError<F>) in try way(to: fragment) }
        case .presentEdge(let edge):
            isOnTop(by: edge) || isOpen { () throws(NavigationError<F>) in try way(along: edge) }
        case .presentTag(let tag, let id):
            isOnTop(tag, id: id) || isOpen { () throws(NavigationError<F>) in try way(tag: tag, id: id).way }
        case .forward(let fragment): isOpen { () throws(NavigationError<F>) in try wayForward(as: fragment) }
        case .dismiss(let fragment): (try? dismissable(fragment)) != nil
        case .dismissAny(let fragment): (try? dismissableAny(fragment)) != nil
        case .dismissEdge(let edge): (try? dismissable(edge)) != nil
        case .dismissTag(let tag): (try? dismissable(tag: tag)) != nil
        case .dismissLast: (try? newestDismissable()) != nil
        case .pick(let fragment, let fragments):
            if let fragment {
                picked(among: fragments) == fragment || canPerform(.present(fragment))
            } else {
                picked(among: fragments).map { canPerform(.dismiss($0)) } ?? true
            }
        case .go, .setStack: canPerformInCopy(command)
        case .replace(let path): (try? follow(path)) != nil
        case .open(let path): (try? opened(path)) != nil
        case .setFacts: true
        }
    }

    private func canPerformInCopy(_ command: NavigationCommand<F>) -> Bool {
        var attempt = self
        return (try? attempt.perform(command)) != nil
    }
}
