/// A parent's state, as a feature sees it.
@MainActor
final class ScopedNavigatorCore<Parent: Fragment, Child: Fragment>: NavigatorCore<Child> {
    private let parent: NavigatorCore<Parent>
    private let embedding: Embedding<Parent, Child>

    init(_ parent: NavigatorCore<Parent>, _ embedding: Embedding<Parent, Child>) {
        self.parent = parent
        self.embedding = embedding
    }

    override var facts: Set<Fact> { parent.facts }

    override var presentedPlaces: [PathFragment<Child>] {
        parent.presentedPlaces.compactMap { embedding.extract($0) }
    }

    override var path: PresentedPath<Child> {
        embedding.extract(parent.path)
    }

    override var errors: [NavigationError<Child>] { parent.errors.map { $0.seen(through: embedding) } }

    override var errorCount: Int { parent.errorCount }

    override func isPresented(_ place: PathFragment<Child>) -> Bool { parent.isPresented(embedding.embed(place)) }

    override func isPresentedWithAnyID(_ fragment: Child) -> Bool {
        parent.isPresentedWithAnyID(embedding.embed(fragment))
    }

    override func ids(of fragment: Child) -> [FragmentID] { parent.ids(of: embedding.embed(fragment)) }

    override func picked(among fragments: [Child]) -> Child? {
        parent.picked(among: fragments.map(embedding.embed)).flatMap(embedding.extract)
    }

    override func selected(among fragments: [Child]) -> Child? {
        parent.selected(among: fragments.map(embedding.embed)).flatMap(embedding.extract)
    }

    override func stack(from place: PathFragment<Child>) -> [PathFragment<Child>] {
        // What lies over a place of another feature is that one's.
        var stack: [PathFragment<Child>] = []
        for place in parent.stack(from: embedding.embed(place)) {
            guard let own = embedding.extract(place) else { break }
            stack.append(own)
        }
        return stack
    }

    override func canPerform(_ command: NavigationCommand<Child>) -> Bool {
        parent.canPerform(command.embedded(by: embedding))
    }

    override func perform(_ command: NavigationCommand<Child>) throws(NavigationError<Child>) {
        do {
            try parent.perform(command.embedded(by: embedding))
        } catch {
            throw error.seen(through: embedding)
        }
    }

    override func publish(_ error: NavigationError<Child>) { parent.publish(error.embedded(by: embedding)) }

    override func changes() -> AsyncStream<NavigationChange<Child>> {
        let embedding = embedding
        return AsyncStream(parent.changes()) { change in
            guard let from = embedding.extract(change.from), let to = embedding.extract(change.to),
                let cause = change.cause.seen(through: embedding)
            else { return nil }
            return NavigationChange(cause: cause, from: from, to: to)
        }
    }

    override func publishedErrors() -> AsyncStream<NavigationError<Child>> {
        let embedding = embedding
        return AsyncStream(parent.publishedErrors()) { $0.seen(through: embedding) }
    }
}

extension AsyncStream where Element: Sendable {
    /// The elements of another stream that `transform` gives something for.
    fileprivate init<Base: Sendable>(
        _ base: AsyncStream<Base>, _ transform: @escaping @Sendable (Base) -> Element?
    ) {
        self.init { continuation in
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
