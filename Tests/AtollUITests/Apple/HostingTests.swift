import AppKit
import AtollNavigation
import SwiftUI
import Testing

@testable import AtollUI

/// The views in a real window: that they are laid out and drawn, which the stand-in can't show. What they do is tested without one.
@MainActor
@Suite("Views in a window")
struct HostingTests {
    private func host(_ view: some View) -> NSHostingView<some View> {
        let hosting = NSHostingView(rootView: view.frame(width: 390, height: 780))
        let window = NSWindow(
            contentRect: NSRect(x: 0, y: 0, width: 390, height: 780), styleMask: [], backing: .buffered, defer: false)
        window.contentView = hosting
        hosting.layoutSubtreeIfNeeded()
        return hosting
    }

    private func isDrawn(_ view: some View) -> Bool {
        let renderer = ImageRenderer(content: view.frame(width: 390, height: 780))
        return renderer.cgImage != nil
    }

    @Test("Each preview is laid out and drawn")
    func previews() {
        #expect(host(HomePreviews.previews).fittingSize.height > 0 && isDrawn(HomePreviews.previews))
        #expect(host(NavigationPreviews.previews).fittingSize.height > 0)
        #expect(host(HubPreviews.previews).fittingSize.height > 0)
        #expect(host(MiniAppPreviews.previews).fittingSize.height > 0)
        #expect(host(ProfilePreviews.previews).fittingSize.height > 0)
    }

    @Test("Navigation follows the navigator in a window")
    func navigation() throws {
        let navigator = try Reef.navigator()
        let hosting = host(try ReefView(navigator))
        navigator.present(.article, id: 7)
        hosting.layoutSubtreeIfNeeded()
        navigator.present(.compose)
        hosting.layoutSubtreeIfNeeded()
        navigator.dismiss(.compose)
        navigator.pick(Reef.tabs).wrappedValue = .shop
        hosting.layoutSubtreeIfNeeded()
        #expect(navigator.errors.isEmpty)
    }
}
