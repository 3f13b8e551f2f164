import AtollCatalog
import AtollPackages
import AtollRuntime
import AtollTestSupport
import SwiftUI
import Testing

@testable import AtollUI

@MainActor
@Suite("Parts of a profile")
struct ProfileViewTests {
    private struct Holder: View {
        @State var ledger: PermissionLedger
        var body: some View { PermissionsView($ledger) { "The app \($0)" } }
    }

    @Test("What was allowed is listed by mini app, and taken back")
    func permissions() throws {
        let id = try #require(MiniAppID("com.example.expenses"))
        var ledger = PermissionLedger()
        ledger.decide(.granted, on: "camera", for: id)
        let stage = Stage(Holder(ledger: ledger))
        #expect(stage.shows("The app com.example.expenses"))
        #expect(stage.element("camera", .toggle)?.value == "on")
        try stage.tap("camera")
        #expect(stage.element("camera", .toggle)?.value == "off")
        #expect(Stage(Holder(ledger: PermissionLedger())).shows("No permissions yet"))
    }

    @Test("What is kept is listed with its size, and removed, one and all; nothing kept says so")
    func cache() async throws {
        let directory = try TemporaryDirectory()
        let cache = try MiniAppCache(directory: directory.url)
        let stage = Stage(CacheView(cache) { $0.rawValue })
        #expect(await stage.until { stage.shows("Nothing is kept") })
        #expect(stage.element("Remove all") == nil)
    }
}
