/// A stand-in for the server library's query parameters, with what the search parser needs.
public struct FlatDictionary<Key: Hashable, Value>: Sequence {
    private let pairs: [(key: Key, value: Value)]

    public init(_ pairs: [(key: Key, value: Value)]) { self.pairs = pairs }

    public subscript(key: Key) -> Value? { pairs.first { $0.key == key }?.value }

    public func makeIterator() -> IndexingIterator<[(key: Key, value: Value)]> { pairs.makeIterator() }
}
