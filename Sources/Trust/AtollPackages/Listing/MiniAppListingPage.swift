import Foundation

/// A page of a list of mini apps.
public struct MiniAppListingPage: Hashable, Sendable, Codable {
    /// The mini apps on this page.
    public let items: [MiniAppListing]
    /// The index of the first item in the whole list, from 0.
    public let start: Int
    /// The length of the whole list, counted up to ``maximumTotal``: that number means that many or more.
    public let total: Int
    /// The cursor of the next page, or nil if this is the last one.
    public let next: String?

    /// The number up to which lists are counted.
    public static let maximumTotal = 1_000
    /// The maximum number of items on a page.
    public static let maximumCount = 1_000
    /// The largest `start` that a request may have; pages beyond it are reached by ``next``.
    public static let maximumStart = 10_000

    /// Creates a page.
    public init(items: [MiniAppListing], start: Int, total: Int, next: String? = nil) {
        self.items = items
        self.start = start
        self.total = total
        self.next = next
    }
}
