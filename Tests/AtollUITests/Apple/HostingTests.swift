#if os(macOS)
import AppKit
import AtollNavigation
import SwiftUI
import Testing

@testable import AtollUI

/// Lays out and draws the views in a real window, which the stand-in can't do. Their behaviour is tested without a
/// window.
@MainActor
@Suite("Views in a window")
final class HostingTests {
    private var windows: [NSWindow] = []

    private func show(_ view: some View) -> NSView {
        let hosting = NSHostingView(rootView: view)
        let window = NSWindow(
            contentRect: NSRect(x: 0, y: 0, width: 390, height: 780), styleMask: [.titled], backing: .buffered,
            defer: false)
        window.isReleasedWhenClosed = false
        window.contentView = hosting
        window.orderFrontRegardless()
        windows.append(window)
        hosting.layoutSubtreeIfNeeded()
        return hosting
    }

    /// Whether a view has more than one colour.
    private func isDrawn(_ view: NSView) -> Bool {
        guard let picture = view.bitmapImageRepForCachingDisplay(in: view.bounds) else { return false }
        view.cacheDisplay(in: view.bounds, to: picture)
        var colors: Set<NSColor> = []
        for x in stride(from: 0, to: picture.pixelsWide, by: 4) {
            for y in stride(from: 0, to: picture.pixelsHigh, by: 4) {
                if let color = picture.colorAt(x: x, y: y) { colors.insert(color) }
            }
        }
        return colors.count > 1
    }

    @Test("Each preview is laid out and drawn")
    func previews() {
        #expect(isDrawn(show(HomePreviews.previews)))
        #expect(isDrawn(show(NavigationPreviews.previews)))
        #expect(isDrawn(show(HubPreviews.previews)))
        #expect(isDrawn(show(MiniAppPreviews.previews)))
        #expect(isDrawn(show(ProfilePreviews.previews)))
    }

    @Test("Navigation follows the navigator in a window")
    func navigation() throws {
        let root = Reef.root()
        let navigator = root.navigator
        let view = show(ReefView(root))
        navigator.present(.article, id: 7)
        view.layoutSubtreeIfNeeded()
        #expect(isDrawn(view))
        navigator.selection(among: Reef.tabs).wrappedValue = .shop
        view.layoutSubtreeIfNeeded()
        #expect(isDrawn(view))
        #expect(navigator.errors.isEmpty)
    }
}
#endif
