/// What can be done with a state, each thing under one name: what a navigator carries out, a scope translates, and a recorder notes.
///
/// The methods of ``NavigationState`` and ``Navigator`` are short forms of these.
public enum NavigationCommand<F: Fragment>: Hashable, Sendable {
    /// Presents a fragment, by the segue that leads there from the newest presented place that has one.
    ///
    /// What is on top already stays as it is: a second tap does nothing. A place that is no family's and from which something was pushed is
    /// returned to; one of a family is pushed once more.
    case present(F)
    /// Presents an edge's target from its source; nothing changes where that is what is on top.
    case presentEdge(GraphEdge<F>)
    /// Presents the target of the segue with this tag whose source is the newest presented; with an id, if it is of a family.
    case presentTag(SegueTag, id: TargetID? = nil)
    /// Takes the only way out of the newest presented place. A target of a family is said by `as`.
    case forward(as: F? = nil)
    /// Dismisses the newest place of a fragment, with all that hangs from it.
    case dismiss(F)
    /// Dismisses the newest place of a fragment's family, whichever of it that is, with all that hangs from it.
    case dismissAny(F)
    /// Dismisses an edge's target from its source: the newest one.
    case dismissEdge(GraphEdge<F>)
    /// Dismisses the newest place to which a segue with this tag led.
    case dismissTag(SegueTag)
    /// Dismisses the newest place that can be dismissed and that is presented, or that something presented hangs from.
    case dismissLast
    /// Presents a fragment among several, as a tab bar does; nil dismisses the newest of them that is presented.
    case pick(F?, among: [F])
    /// Goes to a fragment: returns to it where others were pushed on it; otherwise by the shortest way that the graph allows from what is presented.
    /// Where none leads on, what can be dismissed is dismissed, the newest first, until one does.
    case go(F)
    /// Sets the whole path. Autos fire only where the path does not say otherwise: where it ends, and where it has no pick of a place whose
    /// auto is one.
    case replace(PresentedPath<F>)
    /// Shows what a path leads to, and keeps the tabs of which it says nothing: what a link does in an app. What lies over the path, such as a
    /// sheet, and what else is pushed on its places goes.
    case open(PresentedPath<F>)
    /// Sets what is pushed on a place, exactly. A stack of a tab that is not picked can be set, too, once the tab has been.
    case setStack([F], from: F)
    /// Changes what is true: what closed segues had led to is left, autos that have become open fire, and what was wanted is resumed.
    case setFacts(Set<Fact>)
}

extension NavigationCommand: CustomStringConvertible {
    public var description: String {
        switch self {
        case .present(let fragment): "present \(fragment.readableName)"
        case .presentEdge(let edge): "present \(edge)"
        case .presentTag(let tag, let id): "present what is tagged \(tag)" + (id.map { " as \($0)" } ?? "")
        case .forward(let fragment): "forward" + Self.text(fragment)
        case .dismiss(let fragment): "dismiss \(fragment.readableName)"
        case .dismissAny(let fragment): "dismiss any \(FragmentKind(fragment))"
        case .dismissEdge(let edge): "dismiss \(edge)"
        case .dismissTag(let tag): "dismiss what is tagged \(tag)"
        case .dismissLast: "dismiss the last"
        case .pick(let fragment, let fragments):
            "pick \(fragment.map(\.readableName) ?? "none") among \(fragments.map(\.readableName).joined(separator: ", "))"
        case .go(let fragment): "go to \(fragment.readableName)"
        case .replace(let path): path.edges.isEmpty ? "start over" : "go to \(path)"
        case .open(let path): "open \(path)"
        case .setStack(let stack, let place):
            "push \(stack.map(\.readableName).joined(separator: ", ")) on \(place.readableName)"
        case .setFacts(let facts): "make true: \(facts.map(\.rawValue).sorted().joined(separator: ", "))"
        }
    }

    private static func text(_ fragment: F?) -> String { fragment.map { " as \($0.readableName)" } ?? "" }
}

extension NavigationState {
    /// Carries a command out.
    ///
    /// - Throws: Why that is not possible; the state is as it was then.
    /// - Complexity: What appears and disappears, and to find the way: O(min(*i*, *p*)) in the fragment's segues in and the presented places
    ///   to present, O(*k*) in the fragment's places on the path to dismiss, O(*n*) to dismiss the last. To go: O(*n* + *f* + *s*) in the path and
    ///   the graph, once for each place that is dismissed on the way. O(*n* log *n*) in the lengths of both paths to replace, to open, to set a
    ///   stack and to set facts, and what going costs where something was wanted.
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

    /// Whether ``perform(_:)`` would carry the command out, and lead where it says and not to a redirect.
    ///
    /// - Complexity: That of carrying it out, in a copy where much may change.
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
