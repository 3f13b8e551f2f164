import AtollRuntime
import SwiftUI
import Testing

@testable import AtollUI

extension ScreenDeviceTests {
    @Test("The page sets the colors of the screen until the next page")
    func colors() async throws {
        // shows: page.setAppearance
        let stage = await stage()
        #expect(try await call("page.setAppearance", ["bar": "#123456", "background": "#fed"]) == .null)
        #expect(screen.colors.bar == HexColor("#123456") && screen.colors.background == HexColor("#ffeedd"))
        #expect(screen.colors.barScheme == .dark)
        // Omitted parameters change nothing.
        #expect(try await call("page.setAppearance", ["bar": "#EEE"]) == .null)
        #expect(screen.colors.background == HexColor("#fed") && screen.colors.barScheme == .light)
        // The text of the bar stays readable.
        #expect(try await call("page.setAppearance", ["statusText": "light"]) == .null)
        #expect(screen.colors.barScheme == .light && screen.colors.barTint == .black)
        for bad in ["blue", "#12345", "#ggg", "#fff;x", "123456"] {
            #expect(try await call("page.setAppearance", ["bar": .string(bad)]) == -32602, "\(bad)")
        }
        #expect(stage.element("Close") != nil)
        session.pageWillChange()
        #expect(screen.colors == ScreenColors() && screen.colors.barScheme == nil)
        #expect(try await call("page.setAppearance", ["statusText": "light"]) == .null)
        #expect(screen.colors.barScheme == .dark && screen.colors.barTint == nil)
    }
}
