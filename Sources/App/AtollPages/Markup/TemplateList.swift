import Mustache

/// The elements of an array, as a template repeats them.
final class TemplateList: MustacheSequence, MustacheParent {
    private var items: [Any]

    init(_ items: [Any] = []) { self.items = items }

    var count: Int { items.count }

    func append(_ item: Any) { items.append(item) }

    func makeIterator() -> IndexingIterator<[Any]> { items.makeIterator() }

    func child(named: String) -> Any? { nil }
}
