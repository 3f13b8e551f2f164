import AtollCatalog
import AtollTestSupport
import Foundation
import Testing

@testable import AtollWeb

@Suite("The shell without the Center")
struct OfflineTests {
    /// Whether a transport works.
    private final class Switch: @unchecked Sendable {
        // Safe: `isOn` is only touched while `lock` is held.
        private let lock = NSLock()
        private var isOn = true

        var isWorking: Bool { lock.withLock { isOn } }

        func turnOff() { lock.withLock { isOn = false } }
    }

    private struct SwitchedTransport: CatalogTransport {
        let base: any CatalogTransport
        let power: Switch

        func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
            guard power.isWorking else { throw .network("no way") }
            return try await base.get(request)
        }
    }

    @Test("Offline, the hub shows the last listings, opened mini apps still open, and others give the reason")
    func offline() async throws {
        let power = Switch()
        try await TestShell.run(through: { SwitchedTransport(base: $0, power: power) }) { shell in
            try await shell.center.upload(SampleMiniApp())
            try await shell.center.upload(SampleMiniApp(id: "com.example.other", name: "Other"))
            let ada = try await shell.signIn()
            let before = try await body(of: shell.send(.get, "/hub", headers: ada))
            #expect(before.contains("Sample") && !before.contains("You are offline"))
            #expect(try await shell.send(.get, "/miniapp/com.example.sample", headers: ada).status == .ok)
            let ben = try await shell.signIn("ben")

            power.turnOff()
            let hub = try await body(of: shell.send(.get, "/hub", headers: ada))
            #expect(hub.contains("You are offline.") && hub.contains("Sample") && hub.contains("Other"))
            let page = try await shell.send(.get, "/miniapp/com.example.sample", headers: ada)
            #expect(page.status == .ok)
            #expect(try await body(of: page).contains("<iframe"))
            let other = try await shell.send(.get, "/miniapp/com.example.other", headers: ada)
            #expect(other.status == .serviceUnavailable)
            // A user for whom there are no listings from the Center sees nothing.
            #expect(try await shell.send(.get, "/hub", headers: ben).status == .serviceUnavailable)
            #expect(
                try await shell.send(.get, "/miniapp/com.example.sample", headers: ben).status == .serviceUnavailable)
        }
    }
}
