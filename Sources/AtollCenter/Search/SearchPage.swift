import AtollPackages
import Foundation

/// A page of results.
struct SearchPage: Sendable {
    /// The JSON of each item, as sent.
    var items: [String]
    var start: Int
    /// The number of results, counted up to ``MiniAppListingPage/maximumTotal``.
    var total: Int
    var next: SearchCursor?
    /// When the results next change without a change to the catalog, if ever.
    var expires: Date?
    /// The numbers of the entries on the page.
    var numbers: Set<Int64> = []

    /// The page's JSON.
    var json: String {
        var text = #"{"items":["# + items.joined(separator: ",") + "]"
        if let next { text += #","next":""# + next.text + "\"" }
        return text + #","start":\#(start),"total":\#(total)}"#
    }
}
