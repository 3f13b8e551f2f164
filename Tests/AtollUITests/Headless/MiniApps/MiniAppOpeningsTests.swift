import AtollPackages
import AtollRuntime
import AtollTestSupport
import Testing

@testable import AtollUI

@MainActor
@Suite("Mini apps that open each other")
struct MiniAppOpeningsTests {
    private struct Nowhere: MiniAppSource {
        func load(_ id: MiniAppID, progress: @escaping @Sendable (Double) -> Void) async throws -> RunnableMiniApp {
            throw CancellationError()
        }
        func started(_ miniApp: InstalledMiniApp) async {}
        func becameReady(_ miniApp: InstalledMiniApp) async {}
        func failed(_ miniApp: InstalledMiniApp) async {}
    }

    private final class Shown { var places: [String] = [] }

    private let shown = Shown()
    private let openings: MiniAppOpenings
    private let lunch = MiniAppID("com.example.lunch")!
    private let menu = MiniAppID("com.example.menu")!

    init() {
        let shown = shown
        openings = MiniAppOpenings { id in
            guard id.rawValue != "com.example.none" else { return false }
            shown.places.append(id.rawValue)
            return true
        }
    }

    /// A session, as the app makes one for its screen, with the mini app's launch.
    private func session(_ id: MiniAppID) async throws -> (MiniAppSession, BridgeValue) {
        let screen = ScreenDevice(of: "Sample", services: DeviceServices())
        let session = MiniAppSession(id, from: Nowhere(), bridge: BridgeRouter(methods: []), device: screen)
        openings.begin(session)
        let context = BridgeContext(
            miniApp: id, version: .init(code: 1, name: "1"), user: .init(pairwiseID: "p", name: "Ada"),
            host: .init(name: "Reef", version: "1", platform: "ios"),
            appearance: .init(theme: .light, language: "en", textLanguage: nil))
        return (session, try await screen.perform("apps.launch", [:], context) { _, _ in })
    }

    private func opening(_ id: MiniAppID, isForResult: Bool) -> MiniAppOpening {
        MiniAppOpening(
            id,
            MiniAppLaunch(.app, referrer: lunch, parameters: ["day": 3], page: "pages/detail", query: "of=ada"),
            isForResult: isForResult)
    }

    @Test(
        "What one gives is there when the other starts, and a result when the first one starts again",
        arguments: [true, false])
    func results(_ isForResult: Bool) async throws {
        let (opener, fresh) = try await session(lunch)
        #expect(fresh == ["source": "hub", "page": "", "query": ""])
        // Where the user is by then.
        opener.page = "/pages/home?id=3"
        #expect(openings.open(opening(menu, isForResult: isForResult)))
        let (other, told) = try await session(menu)
        #expect(
            told == [
                "source": "app", "referrer": "com.example.lunch", "params": ["day": 3], "page": "pages/detail",
                "query": "of=ada",
            ])
        #expect(other.takeStart(in: try manifest(menu)) == "/pages/detail?of=ada")
        other.onClose(["soup": 2])
        #expect(shown.places == ["com.example.menu", "com.example.lunch"])
        var back: [String: BridgeValue] = [
            "source": "app", "referrer": "com.example.menu", "page": "pages/home", "query": "id=3",
        ]
        if isForResult { back["params"] = ["result": ["soup": 2]] }
        let (first, again) = try await session(lunch)
        #expect(again == .object(back))
        #expect(first.takeStart(in: try manifest(lunch)) == "/pages/home?id=3")
        // This one has no opener, so closing it leads nowhere.
        first.onClose(nil)
        #expect(shown.places.count == 2)
        #expect(try await session(lunch).1["source"] == "hub", "each is told once")
    }

    @Test("An opening that fails is forgotten")
    func missing() async throws {
        let none = MiniAppID("com.example.none")!
        #expect(!openings.open(opening(none, isForResult: true)))
        #expect(shown.places.isEmpty)
        #expect(try await session(none).1["source"] == "hub")
    }

    @Test("Whoever opens something else instead does not find it later")
    func others() async throws {
        #expect(openings.open(opening(menu, isForResult: false)))
        #expect(try await session(MiniAppID("com.example.other")!).1["source"] == "hub")
        #expect(try await session(menu).1["source"] == "hub")
    }

    private func manifest(_ id: MiniAppID) throws -> Manifest {
        try MiniAppPackage(files: SampleMiniApp(id: id.rawValue).packageFiles).manifest
    }

    @Test("What a link has opened anew leads back to nobody")
    func links() async throws {
        #expect(openings.open(opening(menu, isForResult: true)))
        let (session, _) = try await session(menu)
        // As a link does that comes while it runs.
        session.launch = MiniAppLaunch(.link)
        session.onClose(["soup": 2])
        #expect(shown.places == ["com.example.menu"])
    }

    @Test(
        "A page and a query become a path",
        arguments: [
            ("/pages//detail", "", "/pages/detail"), ("pages/detail", "q=a b", "/pages/detail?q=a%20b"),
            ("", "q=1", "/?q=1"), ("a", "c#d", "/a?c%23d"), ("a", "q=%20", "/a?q=%20"), ("", "", "/"),
        ])
    func paths(_ page: String, _ query: String, _ path: String) {
        #expect(MiniAppLaunch(.app, page: page, query: query).path == path)
    }

    @Test(
        "What a mini app says of a page leads to nothing but its own pages",
        arguments: [
            ("../settings", "/"), ("pages/none", "/"), ("%2e%2e/settings", "/"), ("pages/detail#x", "/pages/detail"),
            ("pages/detail?with=/settings", "/pages/detail?with=/settings"),
        ])
    func foreign(_ page: String, _ start: String) async throws {
        #expect(openings.open(MiniAppOpening(menu, MiniAppLaunch(.app, referrer: lunch, page: page))))
        let (session, _) = try await session(menu)
        #expect(session.takeStart(in: try manifest(menu)) == start)
        #expect(shown.places == ["com.example.menu"])
    }
}
