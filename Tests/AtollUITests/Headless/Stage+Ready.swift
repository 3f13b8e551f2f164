import SwiftUI

extension Stage {
    /// Whether a button that says this can be touched now.
    func isReady(_ words: String) -> Bool { element(words, .button)?.isEnabled ?? false }
}
