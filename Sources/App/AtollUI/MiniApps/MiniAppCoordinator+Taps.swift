#if canImport(UIKit) && canImport(WebKit)
import UIKit
import WebKit

extension MiniAppCoordinator: UIGestureRecognizerDelegate {
    /// Notices the user's taps, which let the mini app do what needs one. A page's script can't make any.
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
    /// Notices the user's clicks, which let the mini app do what needs one. A page's script can't make any.
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
    /// Without Apple's frameworks there are no taps.
    func noticeTaps(in view: WKWebView) {}
}
#endif
