import AtollPackages
import Foundation

/// A page of results.
package struct SearchPage: Sendable {
    /// The JSON of each item, as sent.
    package var items: [String]
    package var start: Int
    /// The number of results, counted up to ``MiniAppListingPage/maximumTotal``.
    package var total: Int
    package var next: SearchCursor?
    /// When the results next change without a change to the catalog, if ever.
    package var expires: Date?
    /// The numbers of the entries on the page.
    package var numbers: Set<Int64> = []

    /// Whether it may be cached: caches know its state. A database that others change, too, may be ahead.
    package var mayBeKept = true

    /// The page of a search's hits, of which there is one more than requested if there is a next page.
    ///
    /// - Parameter items: The JSON of the hits on the page.
    package init(_ query: SearchQuery, _ hits: [SearchHit], items: [String], total: Int, expires: Date?) {
        let first = (query.cursor?.start ?? 0) + query.start
        let shown = hits.prefix(query.count)
        let last = hits.count > query.count ? shown.last : nil
        self.items = items
        start = first
        self.total = total
        next = last.map { hit in
            SearchCursor(
                start: first + shown.count, tier: hit.tier, name: hit.name, distance: hit.distance,
                number: Int(hit.number))
        }
        self.expires = expires
        numbers = Set(shown.map(\.number))
    }

    /// The page's JSON.
    package var json: String {
        var text = #"{"items":["# + items.joined(separator: ",") + "]"
        if let next { text += #","next":""# + next.text + "\"" }
        return text + #","start":\#(start),"total":\#(total)}"#
    }
}
