#if canImport(AtollCenterPostgres)
import Foundation
import Testing

@testable import AtollCenterPostgres

@Suite("Files of the repository in memory")
struct FileCacheTests {
    @Test("What a bucket sent is fetched again after a minute; what was made here stays")
    func expires() {
        let (cache, start) = (FileCache(), ContinuousClock.now)
        cache.add("sent", Data([1]), isOurs: false, at: start)
        cache.add("made", Data([2]), isOurs: true, at: start)
        #expect(cache.data(of: "sent", at: start.advanced(by: .seconds(59))) == Data([1]))
        #expect(cache.data(of: "sent", at: start.advanced(by: .seconds(60))) == nil)
        #expect(cache.data(of: "made", at: start.advanced(by: .seconds(6_000))) == Data([2]))
        cache.add("sent", Data([3]), isOurs: false, at: start.advanced(by: .seconds(60)))
        #expect(cache.data(of: "sent", at: start.advanced(by: .seconds(61))) == Data([3]))
    }

    @Test("Those that were used last stay when there is no room")
    func isBounded() {
        let cache = FileCache(capacity: 8_000)
        for number in 0..<100 {
            cache.add("\(number)", Data(count: 1_000), isOurs: true)
            #expect(cache["0"] != nil)
        }
        #expect((1..<99).count { cache["\($0)"] != nil } <= 7)
        #expect(cache["99"] != nil)
        // One file never takes most of the room.
        cache.add("large", Data(count: 1_001), isOurs: true)
        #expect(cache["large"] == nil)
    }
}
#endif
