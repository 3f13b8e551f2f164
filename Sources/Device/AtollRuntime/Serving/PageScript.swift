import AtollMarkup
import Foundation

/// Puts a script of the host before all others of a page.
package enum PageScript {
    /// Where the head of a page must begin, in bytes from the page's beginning.
    private static let maximumBeginning = 32 * 1024

    /// A page with a script as the first element of its head.
    ///
    /// - Parameters:
    ///   - address: The script's address, without characters that mean something in HTML.
    ///   - page: The text of a page: UTF-8.
    /// - Complexity: Of the page, only the beginning is read: this is done for each request.
    package static func inserted(_ address: String, into page: Data) -> Data {
        let tags = MarkupReader.read(Array(page.prefix(maximumBeginning))).tags
        let place: Int
        if let head = tags.first(where: { $0.name == "head" }) {
            place = head.end
        } else if let first = tags.first {
            // A page without a head begins it with its first other element.
            place = first.name == "html" ? first.end : first.offset
        } else {
            place = 0
        }
        return page.prefix(place) + Data("<script src=\"\(address)\"></script>".utf8) + page.dropFirst(place)
    }

    /// A page with a policy as its first element. Nothing of the page comes before it except its doctype, so no script runs before the
    /// policy, and the policy is always in the head. Browsers ignore a policy in the body.
    ///
    /// - Parameters:
    ///   - page: The text of a page: UTF-8.
    ///   - policy: A policy without `"` and `&`.
    package static func restricted(_ page: Data, to policy: String) -> Data {
        var text = page
        if text.starts(with: [0xef, 0xbb, 0xbf]) { text = text.dropFirst(3) }
        return doctype(of: text)
            + Data("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">".utf8) + text
    }

    /// The page's doctype, or nothing if it has none. It is copied because the layout depends on it. Bytes are compared, not characters,
    /// because in browsers the first byte `>` ends a doctype, even if a combining mark follows.
    private static func doctype(of page: Data) -> Data {
        let bytes = Array(page.prefix(maximumDoctype))
        var index = 0
        func begins(_ text: StaticString) -> Bool {
            let text = String(describing: text).utf8
            return bytes[index...].prefix(text.count).map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }.elementsEqual(
                text)
        }
        while index < bytes.count {
            if [0x09, 0x0a, 0x0c, 0x0d, 0x20].contains(bytes[index]) {
                index += 1
            } else if begins("<!--") {
                index += 4
                while index < bytes.count, !begins("-->") { index += 1 }
                index = min(index + 3, bytes.count)
            } else {
                break
            }
        }
        guard begins("<!doctype"), let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else { return Data() }
        return Data(bytes[index...end])
    }

    /// Where a page's doctype must end, in bytes from the page's beginning.
    private static let maximumDoctype = 2_048
}
