import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollWeb

@Suite("The logs of rooms")
struct RoomTests {
    private static func entry(_ serial: Int, _ from: String, bytes: Int = 2) -> RoomStore.Entry {
        .init(
            serial: serial, from: from, payload: String(repeating: "1", count: bytes), info: nil, summary: nil,
            document: nil)
    }

    @Test(
        "A member who says much pushes out only what they have said themselves",
        arguments: TestTier.isThorough ? [2, 2_000, 20_000] : [20_000])
    func fair(_ bytes: Int) async throws {
        let store = try RoomStore(directory: TemporaryDirectory().url)
        let room = RoomStore.Room(miniApp: try #require(MiniAppID("com.example.kudos")), name: "all")
        for _ in 0..<3 { _ = try await store.add({ Self.entry($0, "ada", bytes: bytes) }, to: room) }
        var last = 0
        for _ in 0..<(bytes < 20_000 ? 1_200 : 120) {
            last = try await store.add({ Self.entry($0, "eve", bytes: bytes) }, to: room).serial
        }
        #expect(try await store.entries(of: "ada", in: room).map(\.serial) == [1, 2, 3])
        let eves = try await store.entries(of: "eve", in: room)
        #expect(eves.last?.serial == last && eves.count + 3 <= RoomStore.maximum)
        #expect((eves.count + 3) * bytes <= RoomStore.maximumBytes)
        // The newest part is left.
        #expect(eves.map(\.serial) == Array((last - eves.count + 1)...last))
    }

    @Test("A single member's oldest updates make room")
    func single() async throws {
        let store = try RoomStore(directory: TemporaryDirectory().url)
        let room = RoomStore.Room(miniApp: try #require(MiniAppID("com.example.kudos")), name: "all")
        for _ in 0..<(RoomStore.maximum + 5) { _ = try await store.add({ Self.entry($0, "ada") }, to: room) }
        #expect(try await store.entries(of: "ada", in: room).first?.serial == 6)
    }
}
