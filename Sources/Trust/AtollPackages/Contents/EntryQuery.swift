import Foundation

/// The form of the query of an entry's page: one that every host can open as a part of a link, and pass on as it is.
///
/// Source: RFC 3986, sections 2.1 and 3.4, without what means one thing in a form and another in a link (`+`), and
/// without names that belong to hosts.
enum EntryQuery {
    /// The text of a refusal.
    static let expectation =
        """
        Expected a query such as id=30&view=card: up to \(maximumItems) names with values, percent-encoded once as UTF-8 without control \
        characters (%20 for a space, %2B for a plus sign), and no name that is the host's: with, return, or one that begins with atoll.
        """
    private static let maximumItems = 20
    private static let hostNames: Set<String> = ["with", "return"]

    static func isValid(_ query: String) -> Bool {
        let items = query.split(separator: "&", omittingEmptySubsequences: false)
        return items.count <= maximumItems && items.allSatisfy(isItem)
    }

    private static func isItem(_ item: Substring) -> Bool {
        let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let name = decoded(parts[0]), !name.isEmpty, decoded(parts[1]) != nil else {
            return false
        }
        return !hostNames.contains(name) && !name.lowercased().hasPrefix("atoll")
    }

    /// The text that is meant, or nil if it is not encoded as it should be.
    private static func decoded(_ text: Substring) -> String? {
        guard text.utf8.allSatisfy(isAllowed), let decoded = String(text).removingPercentEncoding else { return nil }
        // Not even a second decoding gives anything else.
        let isPlain = decoded.unicodeScalars.allSatisfy { !$0.isControl && !$0.turnsDirection && $0 != "\\" }
        return isPlain && !isEncoded(decoded) ? decoded : nil
    }

    private static func isEncoded(_ text: String) -> Bool {
        text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().contains { part in
            part.utf8.count >= 2 && part.prefix(2).allSatisfy { $0.isASCII && $0.isHexDigit }
        }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~%!$'()*,;:@/".utf8.contains(byte)
        }
    }
}
