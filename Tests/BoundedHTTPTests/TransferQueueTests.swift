import Testing

@testable import BoundedHTTP

@Suite("Transfers that wait for their server")
struct TransferQueueTests {
    private final class Transfer {
        let name: String
        init(_ name: String) { self.name = name }
    }
    private typealias Queue = TransferQueue<Transfer>

    private static func place(_ holder: String?, _ origin: String = "https://a") -> Queue.Place {
        Queue.Place(origin: origin, holder: holder)
    }

    private static func started(_ queue: inout Queue) -> [String] {
        var names: [String] = []
        while let transfer = queue.next() { names.append(transfer.name) }
        return names
    }

    @Test("Of one holder, the first to come is the first to begin, up to the limit of its server")
    func inOrder() {
        var queue = Queue(perOrigin: 2)
        for name in ["1", "2", "3"] { queue.add(Transfer(name), Self.place("ada")) }
        #expect(Self.started(&queue) == ["1", "2"])
        #expect(queue.next() == nil && !queue.isEmpty)
        queue.end(Self.place("ada"))
        #expect(Self.started(&queue) == ["3"])
        #expect(queue.isEmpty)
    }

    @Test("Somebody who waits with much keeps nobody else waiting, and the program itself neither")
    func fair() {
        var queue = Queue(perOrigin: 4)
        for number in 1...1_000 { queue.add(Transfer("flood \(number)"), Self.place("mallory")) }
        #expect(Self.started(&queue).count == 4)
        queue.add(Transfer("ada"), Self.place("ada"))
        queue.add(Transfer("the program"), Self.place(nil))
        queue.add(Transfer("ada again"), Self.place("ada"))
        queue.end(Self.place("mallory"))
        #expect(Self.started(&queue) == ["ada"])
        queue.end(Self.place("mallory"))
        #expect(Self.started(&queue) == ["the program"])
        // All have one under way now, and what has waited longest is next.
        queue.end(Self.place("mallory"))
        #expect(Self.started(&queue) == ["flood 5"])
        queue.end(Self.place("ada"))
        #expect(Self.started(&queue) == ["ada again"])
    }

    @Test("What the program does itself begins, too")
    func nobody() {
        var queue = Queue(perOrigin: 2)
        for name in ["1", "2", "3"] { queue.add(Transfer(name), Self.place(nil)) }
        #expect(Self.started(&queue) == ["1", "2"])
        queue.end(Self.place(nil))
        #expect(Self.started(&queue) == ["3"])
    }

    @Test("With places for some servers only, none of them is forgotten")
    func several() {
        var queue = Queue(perOrigin: 2)
        for number in 1...20 {
            for server in ["https://a", "https://b", "https://c"] {
                queue.add(Transfer("\(server) \(number)"), Self.place(nil, server))
            }
        }
        // One at a time, as when all places of the program are taken.
        let first = (1...6).compactMap { _ in queue.next()?.name }
        #expect(first == (1...2).flatMap { number in ["a", "b", "c"].map { "https://\($0) \(number)" } })
    }

    @Test("Servers don't wait for each other, and what no longer waits does not begin")
    func apart() {
        var queue = Queue(perOrigin: 1)
        let gone = Transfer("gone")
        queue.add(Transfer("a"), Self.place("ada"))
        queue.add(gone, Self.place("ben"))
        queue.add(Transfer("b"), Self.place("ada", "https://b"))
        #expect(Set(Self.started(&queue)) == ["a", "b"])
        queue.remove(gone, Self.place("ben"))
        queue.end(Self.place("ada"))
        #expect(queue.next() == nil && queue.isEmpty && queue.all.isEmpty)
    }
}
