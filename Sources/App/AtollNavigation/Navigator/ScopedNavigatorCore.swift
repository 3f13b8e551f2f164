/// A parent's state as a feature sees it.
@MainActor
final class ScopedNavigatorCore<Parent: Fragment, F: Fragment>: NavigatorCore {
    private let parent: any NavigatorCore<Parent>
    private let embedding: Embedding<Parent, F>

    init(_ parent: any NavigatorCore<Parent>, _ embedding: Embedding<Parent, F>) {
        self.parent = parent
        self.embedding = embedding
    }

    var facts: Set<Fact> { parent.facts }

    var presentedPlaces: [F] { parent.presentedPlaces.compactMap { embedding.extract($0) } }

    var path: PresentedPath<F> { parent.path.compactMap(embedding.extracting) }

    var errors: [NavigationError<F>] { parent.errors.map { $0.seen(through: embedding) } }

    var errorCount: Int { parent.errorCount }

    func signal(of fragment: F) -> PlaceSignal? { parent.signal(of: embedding.embed(fragment)) }

    func isPresented(_ fragment: F) -> Bool { parent.isPresented(embedding.embed(fragment)) }

    func isAnyPresented(_ fragment: F) -> Bool { parent.isAnyPresented(embedding.embed(fragment)) }

    func isOpen(to fragment: F) -> Bool { parent.isOpen(to: embedding.embed(fragment)) }

    func picked(among fragments: [F]) -> F? {
        parent.picked(among: fragments.map(embedding.embed)).flatMap(embedding.extract)
    }

    func selected(among fragments: [F]) -> F? {
        parent.selected(among: fragments.map(embedding.embed)).flatMap(embedding.extract)
    }

    func stack(from place: F) -> [F] {
        // Places pushed on another feature's place belong to that feature.
        var stack: [F] = []
        for place in parent.stack(from: embedding.embed(place)) {
            guard let own = embedding.extract(place) else { break }
            stack.append(own)
        }
        return stack
    }

    func canDismiss(_ fragment: F) -> Bool { parent.canDismiss(embedding.embed(fragment)) }

    var heldPlaces: [F] { parent.heldPlaces.compactMap { embedding.extract($0) } }

    func places(below place: F) -> [F] {
        parent.places(below: embedding.embed(place)).compactMap { embedding.extract($0) }
    }

    func canPerform(_ command: NavigationCommand<F>) -> Bool { parent.canPerform(command.embedded(by: embedding)) }

    func perform(_ command: NavigationCommand<F>) throws(NavigationError<F>) {
        do {
            try parent.perform(command.embedded(by: embedding))
        } catch {
            throw error.seen(through: embedding)
        }
    }

    func show(_ container: FragmentContainer<F>) { parent.show(container.embedded(by: embedding)) }

    func newContainerFaults() -> [any CustomStringConvertible & Sendable] { parent.newContainerFaults() }

    func publish(_ error: NavigationError<F>) { parent.publish(error.embedded(by: embedding)) }

    func changes() -> AsyncStream<NavigationChange<F>> {
        let embedding = embedding
        return AsyncStream(parent.changes()) { change in
            guard let from = embedding.extract(change.from), let to = embedding.extract(change.to),
                let cause = change.cause.seen(through: embedding)
            else { return nil }
            return NavigationChange(cause: cause, from: from, to: to)
        }
    }

    func publishedErrors() -> AsyncStream<NavigationError<F>> {
        let embedding = embedding
        return AsyncStream(parent.publishedErrors()) { $0.seen(through: embedding) }
    }
}

extension AsyncStream where Element: Sendable {
    /// The elements of another stream, transformed; those for which `transform` returns nil are left out.
    fileprivate init<Base: Sendable>(
        _ base: AsyncStream<Base>, _ transform: @escaping @Sendable (Base) -> Element?
    ) {
        self.init(bufferingPolicy: .bufferingNewest(256)) { continuation in
            let task = Task {
                for await element in base {
                    if let transformed = transform(element) { continuation.yield(transformed) }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
