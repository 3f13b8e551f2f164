import AtollPackages
import Foundation
import NIOConcurrencyHelpers
import NIOCore

/// A change that can affect searches.
enum SearchChange: Sendable {
    /// A mini app has changed; nil while searches don't find it.
    case entry(before: SearchEntry?, after: SearchEntry?)
    /// A super app's attributes or featured mini apps have changed.
    case everything
}
