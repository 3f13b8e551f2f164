import Foundation

/// Text in HTML and SVG.
enum HTMLText {
    /// Escapes a text for use between tags, or in an attribute in double quotation marks.
    static func escaped(_ text: String) -> String {
        // By code point: a quotation mark with a combining accent is another character for Swift, but not for a
        // browser.
        [("&", "&amp;"), ("<", "&lt;"), ("\"", "&quot;")].reduce(text) {
            $0.replacingOccurrences(of: $1.0, with: $1.1, options: .literal)
        }
    }
}
