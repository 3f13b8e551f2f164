/// Sends values to any number of streams, each of which buffers the newest 256 until they are read.
@MainActor
final class Broadcast<Element: Sendable> {
    private var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    private var last = 0

    private static var capacity: Int { 256 }

    func stream() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(Self.capacity)
        )
        last += 1
        let number = last
        continuations[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in self?.continuations[number] = nil }
        }
        return stream
    }

    var isHeard: Bool { !continuations.isEmpty }

    func send(_ element: Element) {
        for continuation in continuations.values { continuation.yield(element) }
    }

    deinit {
        for continuation in continuations.values { continuation.finish() }
    }
}
