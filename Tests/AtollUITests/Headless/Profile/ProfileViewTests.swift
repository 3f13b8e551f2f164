import AtollCatalog
import AtollPackages
import AtollRuntime
import AtollTestSupport
import AtollTexts
import SwiftUI
import Testing

@testable import AtollUI

@MainActor
@Suite("Profile views")
struct ProfileViewTests {
    private struct Holder: View {
        @State var ledger: PermissionLedger
        var body: some View { PermissionsView($ledger) { "The app \($0)" } }
    }

    @Test("Permissions are listed by mini app, and can be revoked")
    func permissions() throws {
        let id = try #require(MiniAppID("com.example.expenses"))
        var ledger = PermissionLedger()
        ledger.decide(.granted, on: "camera", for: id)
        let stage = Stage(Holder(ledger: ledger))
        #expect(stage.shows("The app com.example.expenses"))
        #expect(stage.element("Use the camera", .toggle)?.value == "on")
        try stage.tap("Use the camera")
        #expect(stage.element("Use the camera", .toggle)?.value == "off")
        #expect(Stage(Holder(ledger: PermissionLedger())).shows("No permissions yet"))
    }

    @Test(
        "Views speak the language of the app, and English where they have no other",
        arguments: [("de", "Noch keine Berechtigungen"), ("ar", "لا توجد أذونات بعد"), ("fr", "No permissions yet")])
    func languages(_ language: String, _ words: String) {
        TextLanguage.$current.withValue(language) {
            #expect(Stage(Holder(ledger: PermissionLedger())).shows(words))
        }
    }

    @Test("An empty cache says so")
    func cache() async throws {
        let directory = try TemporaryDirectory()
        let cache = try MiniAppCache(directory: directory.url)
        let stage = Stage(CacheView(cache) { $0.rawValue })
        #expect(await stage.until { stage.shows("No stored mini apps") })
        #expect(stage.element("Remove all") == nil)
    }
}
