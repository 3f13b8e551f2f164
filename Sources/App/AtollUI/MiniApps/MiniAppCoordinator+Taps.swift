#if canImport(UIKit) && canImport(WebKit)
import UIKit
import WebKit

extension MiniAppCoordinator: UIGestureRecognizerDelegate {
    /// Observes the user's taps, which some calls of a mini app require. A page's script can't simulate them.
    func noticeTaps(in view: WKWebView) {
        let taps = UITapGestureRecognizer(target: self, action: #selector(tapped))
        taps.cancelsTouchesInView = false
        taps.delegate = self
        view.addGestureRecognizer(taps)
    }

    /// The page gets each tap as well.
    func gestureRecognizer(
        _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
    ) -> Bool { true }

    @objc private func tapped() { noteTap() }
}
#elseif canImport(AppKit) && canImport(WebKit)
import AppKit
import WebKit

extension MiniAppCoordinator: NSGestureRecognizerDelegate {
    /// Observes the user's clicks, which some calls of a mini app require. A page's script can't simulate them.
    func noticeTaps(in view: WKWebView) {
        let clicks = NSClickGestureRecognizer(target: self, action: #selector(tapped))
        clicks.delaysPrimaryMouseButtonEvents = false
        clicks.delegate = self
        view.addGestureRecognizer(clicks)
    }

    /// The page gets each click as well.
    func gestureRecognizer(
        _ recognizer: NSGestureRecognizer, shouldRecognizeSimultaneouslyWith other: NSGestureRecognizer
    ) -> Bool { true }

    @objc private func tapped() { noteTap() }
}
#else
import SwiftUI

extension MiniAppCoordinator {
    /// There are no taps without Apple's frameworks.
    func noticeTaps(in view: WKWebView) {}
}
#endif
