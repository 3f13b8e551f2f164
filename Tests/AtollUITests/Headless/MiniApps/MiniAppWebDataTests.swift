import AtollPackages
import AtollTestSupport
import Foundation
import SwiftUI
import Testing

@testable import AtollUI

@MainActor
@Suite("What web pages of mini apps keep on a device")
struct MiniAppWebDataTests {
    /// Data stores, some of which are used.
    @MainActor
    private final class Stores {
        struct Used: Error {}
        var used: Set<UUID> = []
        var removed: [UUID] = []

        var isSlow = false

        func remove(_ identifier: UUID) async throws {
            if isSlow { for _ in 0..<5 { await Task.yield() } }
            guard !used.contains(identifier) else { throw Used() }
            removed.append(identifier)
        }
    }

    private let stores = Stores()
    private let folder: TemporaryDirectory
    private let kudos = UUID()
    private let lunch = UUID()
    private let kudosID: MiniAppID
    private let lunchID: MiniAppID

    init() throws {
        folder = try TemporaryDirectory()
        kudosID = try #require(MiniAppID("com.example.kudos"))
        lunchID = try #require(MiniAppID("com.example.lunch"))
    }

    private func webData(_ file: String = "web-data.json") -> MiniAppWebData {
        MiniAppWebData(file: folder.url.appending(path: file)) { [stores] in try await stores.remove($0) }
    }

    @Test("It goes with its mini app; that of others stays")
    func removed() async {
        let data = webData()
        let (first, other) = (data.identifier(kudos, of: kudosID), data.identifier(lunch, of: lunchID))
        #expect(first != other && data.identifier(kudos, of: kudosID) == first)
        await data.remove(of: kudosID).value
        #expect(stores.removed == [first])
        await data.remove(of: kudosID).value
        #expect(stores.removed == [first], "once")
        #expect(data.identifier(kudos, of: kudosID) != first && data.identifier(lunch, of: lunchID) == other)
    }

    @Test("Everything goes when the user signs out, also what was opened before the app was started again")
    func signedOut() async {
        let first = webData().identifier(kudos, of: kudosID)
        let data = webData()
        let second = data.identifier(lunch, of: lunchID)
        let removal = data.removeAll()
        // The next user is faster than the removal.
        let next = data.identifier(kudos, of: kudosID)
        await removal.value
        #expect(Set(stores.removed) == [first, second] && next != first)
        #expect(data.identifier(kudos, of: kudosID) == next)
    }

    @Test("What a web view still uses is not used again, and is removed later, by another start of the app if need be")
    func used() async {
        let data = webData()
        let first = data.identifier(kudos, of: kudosID)
        stores.used = [first]
        await data.removeAll().value
        #expect(stores.removed.isEmpty)
        let next = data.identifier(kudos, of: kudosID)
        #expect(next != first, "the last user's")
        stores.used = []
        let later = webData()
        await later.sweep()
        #expect(stores.removed == [first])
        #expect(later.identifier(kudos, of: kudosID) == next)
    }

    @Test("Removals at the same time remove each store once, and none that is in use again")
    func atOnce() async {
        let data = webData()
        let first = data.identifier(kudos, of: kudosID)
        stores.isSlow = true
        let removals = [data.removeAll(), data.removeAll(), Task { await data.sweep() }]
        await Task.yield()
        let next = data.identifier(kudos, of: kudosID)
        for removal in removals { await removal.value }
        #expect(stores.removed == [first] && next != first)
        await data.sweep()
        #expect(!stores.removed.contains(next) && data.identifier(kudos, of: kudosID) == next)
    }

    @Test("What a web view uses for long goes in the end; what could not go at twenty starts of the app is given up")
    func givenUp() async {
        let data = webData()
        let first = data.identifier(kudos, of: kudosID)
        stores.used = [first]
        await data.removeAll().value
        for _ in 0..<40 { await data.sweep() }
        stores.used = []
        await data.sweep()
        #expect(stores.removed == [first])
        let second = data.identifier(kudos, of: kudosID)
        stores.used = [second]
        await data.removeAll().value
        for _ in 0..<20 { await webData().sweep() }
        stores.used = []
        await webData().sweep()
        #expect(stores.removed == [first])
    }

    @Test(
        "A damaged file, and one that can't be written, end nothing",
        arguments: ["{", "", "[1, 2]", #"{"stores": {"a": 1}}"#])
    func damaged(_ text: String) async throws {
        try Data(text.utf8).write(to: folder.url.appending(path: "web-data.json"))
        for data in [webData(), webData("missing/file.json")] {
            let first = data.identifier(kudos, of: kudosID)
            await data.removeAll().value
            #expect(stores.removed.last == first)
        }
    }

    @Test("The system's own stores are asked to go")
    func system() async {
        let data = MiniAppWebData(file: folder.url.appending(path: "web-data.json"))
        let first = data.identifier(kudos, of: kudosID)
        WKWebsiteDataStore.used.insert(first)
        await data.removeAll().value
        #expect(!WKWebsiteDataStore.removed.contains(first))
        WKWebsiteDataStore.used.remove(first)
        await data.sweep()
        #expect(WKWebsiteDataStore.removed.contains(first))
    }
}
