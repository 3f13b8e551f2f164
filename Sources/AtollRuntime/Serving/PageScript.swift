import Foundation
import Markup

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
}
