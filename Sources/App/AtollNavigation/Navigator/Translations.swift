// Maps commands and errors across an embedding. Each mapping is written once, for both directions.

extension GraphEdge {
    func map<Other, E: Error>(_ transform: (F) throws(E) -> Other) throws(E) -> GraphEdge<Other> {
        GraphEdge<Other>(from: try transform(from), to: try transform(to))
    }
}

extension PathEdge {
    func map<Other, E: Error>(_ transform: (F) throws(E) -> Other) throws(E) -> PathEdge<Other> {
        PathEdge<Other>(from: try transform(from), to: try transform(to), origin: origin)
    }
}

extension PresentedPath {
    /// The steps between places that are visible, renumbered.
    func compactMap<Other, E: Error>(_ transform: (F) throws(E) -> Other) -> PresentedPath<Other> {
        var numbers: [Int: Int] = [:]
        var seen: [PathEdge<Other>] = []
        for (index, edge) in edges.enumerated() {
            guard var own = try? edge.map(transform) else { continue }
            own.origin = edge.origin.flatMap { $0 == 0 ? 0 : numbers[$0] }
            seen.append(own)
            numbers[index + 1] = seen.count
        }
        return PresentedPath<Other>(seen)
    }
}

extension Array {
    fileprivate func seen<Other, E: Error>(_ transform: (Element) throws(E) -> Other) -> [Other] {
        compactMap { try? transform($0) }
    }
}

extension NavigationCommand {
    /// The command in other fragments.
    ///
    /// - Throws: What `transform` throws for the fragments that the command is about; in lists, fragments for which it
    ///   throws are left out.
    func map<Other: Fragment, E: Error>(_ transform: (F) throws(E) -> Other) throws(E) -> NavigationCommand<Other> {
        func optional(_ fragment: F?) throws(E) -> Other? {
            guard let fragment else { return nil }
            return try transform(fragment)
        }
        switch self {
        case .present(let fragment): return .present(try transform(fragment))
        case .presentEdge(let edge): return .presentEdge(try edge.map(transform))
        case .presentTag(let tag, let id): return .presentTag(tag, id: id)
        case .forward(let fragment): return .forward(as: try optional(fragment))
        case .dismiss(let fragment): return .dismiss(try transform(fragment))
        case .dismissAny(let fragment): return .dismissAny(try transform(fragment))
        case .dismissEdge(let edge): return .dismissEdge(try edge.map(transform))
        case .dismissTag(let tag): return .dismissTag(tag)
        case .dismissLast: return .dismissLast
        case .pick(let fragment, let fragments): return .pick(try optional(fragment), among: fragments.seen(transform))
        case .go(let fragment): return .go(try transform(fragment))
        case .replace(let path): return .replace(path.compactMap(transform))
        case .open(let path): return .open(path.compactMap(transform))
        case .setStack(let stack, let place): return .setStack(stack.seen(transform), from: try transform(place))
        case .setFacts(let facts): return .setFacts(facts)
        }
    }

    /// A feature's command in the app's fragments.
    public func embedded<Parent: Fragment>(by embedding: Embedding<Parent, F>) -> NavigationCommand<Parent> {
        map(embedding.embed)
    }

    /// The command in a feature's fragments, or nil if it names others.
    func seen<Child: Fragment>(through embedding: Embedding<F, Child>) -> NavigationCommand<Child>? {
        try? map(embedding.extracting)
    }
}

extension NavigationError {
    /// The error in other fragments.
    ///
    /// - Throws: What `transform` throws for the fragments that the error is about; in lists, fragments for which it
    ///   throws are left out.
    func map<Other: Fragment, E: Error>(_ transform: (F) throws(E) -> Other) throws(E) -> NavigationError<Other> {
        switch self {
        case .unknownFragment(let fragment): .unknownFragment(try transform(fragment))
        case .noSegue(let edge): .noSegue(try edge.map(transform))
        case .unknownTag(let tag): .unknownTag(tag)
        case .noWay(let fragment, let fragments): .noWay(to: try transform(fragment), from: fragments.seen(transform))
        case .unreachable(let fragment, let fragments):
            .unreachable(try transform(fragment), from: fragments.seen(transform))
        case .sourceNotPresented(let edge): .sourceNotPresented(try edge.map(transform))
        case .conditionUnmet(let edge, let condition): .conditionUnmet(try edge.map(transform), condition)
        case .noWayOut(let fragment): .noWayOut(try transform(fragment))
        case .missingID(let fragment): .missingID(try transform(fragment))
        case .wrongID(let fragment, let id): .wrongID(try transform(fragment), id)
        case .ambiguousForward(let fragment, let fragments):
            .ambiguousForward(try transform(fragment), fragments.seen(transform))
        case .notPresented(let fragment): .notPresented(try transform(fragment))
        case .entryNotDismissable(let fragment): .entryNotDismissable(try transform(fragment))
        case .notDismissable(let edge): .notDismissable(try edge.map(transform))
        case .nothingToDismiss: .nothingToDismiss
        case .notOnPath(let fragment): .notOnPath(try transform(fragment))
        case .notPushed(let edge): .notPushed(try edge.map(transform))
        case .leadsOn(let fragment): .leadsOn(try transform(fragment))
        case .brokenPath(let edge, let fault): .brokenPath(try edge.map(transform), fault)
        case .outside(let text): .outside(text)
        }
    }

    /// A feature's error in the app's fragments.
    func embedded<Parent: Fragment>(by embedding: Embedding<Parent, F>) -> NavigationError<Parent> {
        map(embedding.embed)
    }

    /// The error in a feature's fragments; an error about other fragments is reduced to its text.
    func seen<Child: Fragment>(through embedding: Embedding<F, Child>) -> NavigationError<Child> {
        (try? map(embedding.extracting)) ?? .outside(description)
    }
}
