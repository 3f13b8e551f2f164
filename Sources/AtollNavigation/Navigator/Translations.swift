// How commands and errors look from the other side of an embedding.

extension NavigationCommand {
    /// A feature's command as the app's.
    public func embedded<Parent: Fragment>(by embedding: Embedding<Parent, F>) -> NavigationCommand<Parent> {
        switch self {
        case .present(let fragment, let id): .present(embedding.embed(fragment), id: id)
        case .presentEdge(let edge, let id): .presentEdge(embedding.embed(edge), id: id)
        case .presentTag(let tag, let id): .presentTag(.init(rawValue: tag.rawValue), id: id)
        case .forward(let id): .forward(id: id)
        case .dismiss(let fragment, let id): .dismiss(embedding.embed(fragment), id: id)
        case .dismissWithAnyID(let fragment): .dismissWithAnyID(embedding.embed(fragment))
        case .dismissEdge(let edge): .dismissEdge(embedding.embed(edge))
        case .dismissTag(let tag): .dismissTag(.init(rawValue: tag.rawValue))
        case .dismissLast: .dismissLast
        case .pick(let fragment, let fragments):
            .pick(fragment.map(embedding.embed), among: fragments.map(embedding.embed))
        case .go(let fragment, let id): .go(embedding.embed(fragment), id: id)
        case .replace(let path): .replace(PresentedPath(path.edges.map { embedding.embed($0) }))
        case .setStack(let stack, let place):
            .setStack(stack.map { embedding.embed($0) }, from: embedding.embed(place))
        case .navigate(.present(let edge)): .navigate(.present(embedding.embed(edge)))
        case .navigate(.dismiss(let place)): .navigate(.dismiss(embedding.embed(place)))
        case .navigate(.replace(let path)):
            .navigate(.replace(PresentedPath(path.edges.map { embedding.embed($0) })))
        case .setFacts(let facts): .setFacts(facts)
        }
    }

    /// The command in a feature's fragments, or nil where it names others.
    func seen<Child: Fragment>(through embedding: Embedding<F, Child>) -> NavigationCommand<Child>? {
        switch self {
        case .present(let fragment, let id): embedding.extract(fragment).map { .present($0, id: id) }
        case .presentEdge(let edge, let id): embedding.extract(edge).map { .presentEdge($0, id: id) }
        case .presentTag(let tag, let id): .presentTag(.init(rawValue: tag.rawValue), id: id)
        case .forward(let id): .forward(id: id)
        case .dismiss(let fragment, let id): embedding.extract(fragment).map { .dismiss($0, id: id) }
        case .dismissWithAnyID(let fragment): embedding.extract(fragment).map { .dismissWithAnyID($0) }
        case .dismissEdge(let edge): embedding.extract(edge).map { .dismissEdge($0) }
        case .dismissTag(let tag): .dismissTag(.init(rawValue: tag.rawValue))
        case .dismissLast: .dismissLast
        case .pick(let fragment, let fragments):
            .pick(fragment.flatMap(embedding.extract), among: fragments.compactMap(embedding.extract))
        case .go(let fragment, let id): embedding.extract(fragment).map { .go($0, id: id) }
        case .replace(let path): .replace(embedding.extract(path))
        case .setStack(let stack, let place):
            embedding.extract(place).map { .setStack(stack.compactMap { embedding.extract($0) }, from: $0) }
        case .navigate(.present(let edge)): embedding.extract(edge).map { .navigate(.present($0)) }
        case .navigate(.dismiss(let place)): embedding.extract(place).map { .navigate(.dismiss($0)) }
        case .navigate(.replace(let path)):
            .navigate(.replace(embedding.extract(path)))
        case .setFacts(let facts): .setFacts(facts)
        }
    }
}

extension NavigationError {
    /// The error in a feature's fragments; one about others is known by its text only.
    func seen<Child: Fragment>(through embedding: Embedding<F, Child>) -> NavigationError<Child> {
        inChild(embedding) ?? .outside(description)
    }

    private func inChild<Child: Fragment>(_ embedding: Embedding<F, Child>) -> NavigationError<Child>? {
        switch self {
        case .unknownFragment(let fragment): return embedding.extract(fragment).map { .unknownFragment($0) }
        case .noSegue(let edge): return embedding.extract(edge).map { .noSegue($0) }
        case .unknownTag(let tag): return .unknownTag(.init(rawValue: tag.rawValue))
        case .noWay(let fragment, let fragments):
            return embedding.extract(fragment).map { .noWay(to: $0, from: fragments.compactMap(embedding.extract)) }
        case .sourceNotPresented(let edge): return embedding.extract(edge).map { .sourceNotPresented($0) }
        case .conditionUnmet(let edge, let condition):
            return embedding.extract(edge).map { .conditionUnmet($0, condition) }
        case .noWayOut(let fragment): return embedding.extract(fragment).map { .noWayOut($0) }
        case .ambiguousForward(let fragment, let fragments):
            return embedding.extract(fragment).map { .ambiguousForward($0, fragments.compactMap(embedding.extract)) }
        case .notPresented(let place): return embedding.extract(place).map { .notPresented($0) }
        case .entryNotDismissable(let fragment): return embedding.extract(fragment).map { .entryNotDismissable($0) }
        case .notDismissable(let edge): return embedding.extract(edge).map { .notDismissable($0) }
        case .nothingToDismiss: return .nothingToDismiss
        case .notOnPath(let place): return embedding.extract(place).map { .notOnPath($0) }
        case .notPushed(let edge): return embedding.extract(edge).map { .notPushed($0) }
        case .leadsOn(let place): return embedding.extract(place).map { .leadsOn($0) }
        case .brokenPath(let edge, let fault):
            return embedding.extract(edge).map { .brokenPath($0, .init(fault)) }
        case .outside(let text): return .outside(text)
        }
    }

    /// A feature's error as the app's.
    func embedded<Parent: Fragment>(by embedding: Embedding<Parent, F>) -> NavigationError<Parent> {
        switch self {
        case .unknownFragment(let fragment): .unknownFragment(embedding.embed(fragment))
        case .noSegue(let edge): .noSegue(embedding.embed(edge))
        case .unknownTag(let tag): .unknownTag(.init(rawValue: tag.rawValue))
        case .noWay(let fragment, let fragments):
            .noWay(to: embedding.embed(fragment), from: fragments.map(embedding.embed))
        case .sourceNotPresented(let edge): .sourceNotPresented(embedding.embed(edge))
        case .conditionUnmet(let edge, let condition): .conditionUnmet(embedding.embed(edge), condition)
        case .noWayOut(let fragment): .noWayOut(embedding.embed(fragment))
        case .ambiguousForward(let fragment, let fragments):
            .ambiguousForward(embedding.embed(fragment), fragments.map(embedding.embed))
        case .notPresented(let place): .notPresented(embedding.embed(place))
        case .entryNotDismissable(let fragment): .entryNotDismissable(embedding.embed(fragment))
        case .notDismissable(let edge): .notDismissable(embedding.embed(edge))
        case .nothingToDismiss: .nothingToDismiss
        case .notOnPath(let place): .notOnPath(embedding.embed(place))
        case .notPushed(let edge): .notPushed(embedding.embed(edge))
        case .leadsOn(let place): .leadsOn(embedding.embed(place))
        case .brokenPath(let edge, let fault): .brokenPath(embedding.embed(edge), .init(fault))
        case .outside(let text): .outside(text)
        }
    }
}

extension NavigationError.PathFault {
    init<Other>(_ fault: NavigationError<Other>.PathFault) {
        switch fault {
        case .unattached: self = .unattached
        case .noSegue: self = .noSegue
        case .taken: self = .taken
        case .conditionUnmet: self = .conditionUnmet
        }
    }
}
