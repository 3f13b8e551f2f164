import AtollPackages
import AtollRuntime
import AtollTestSupport
import Foundation
import SwiftUI
import Testing

@testable import AtollUI

/// Links that lead out of a mini app.
extension ScreenDeviceTests {
    @Test("What the manifest names is opened without a question, and nothing that only looks like it")
    func links() async throws {
        let stage = await stage()
        let context: BridgeContext = {
            let host = MiniAppHostInfo(name: "Reef", version: "1", userName: "Ada") { _ in "id" }
            guard case .running(let loaded) = session.phase else { preconditionFailure() }
            var context = host.context(for: loaded.miniApp, isDark: false, language: "en")
            context.links = ["https://example.com", "https://example.org:8443"]
            return context
        }()
        func open(_ url: String) async throws -> BridgeValue {
            try await screen.perform("host.openURL", ["url": .string(url)], context) { _, _ in }
        }
        for url in ["https://example.com/a?b#c", "https://EXAMPLE.com:443/", "https://example.org:8443/"] {
            #expect(try await open(url) == .null)
            #expect(done.list.last == "open \(url)")
        }
        let before = done.list
        for url in [
            "https://example.com.evil.test/", "https://sub.example.com/", "https://example.com:8443/",
            "https://example.org/", "mailto:a@example.com",
        ] {
            let opened = Task { try await open(url) }
            #expect(await stage.until { stage.shows(url) && stage.isReady("Open") }, "\(url)")
            try stage.tap("Cancel")
            await #expect(throws: BridgeError.self) { try await opened.value }
        }
        // The part before an @ can look like the host.
        for url in ["https://example.com@evil.test/", "https://user@example.com/", "https://a:b@example.com/"] {
            await #expect(throws: BridgeError.self, "\(url)") { try await open(url) }
        }
        #expect(done.list == before)
    }
}
