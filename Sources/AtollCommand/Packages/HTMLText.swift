/// Text in HTML and SVG.
enum HTMLText {
    /// A text as it stands between tags, or in an attribute in double quotation marks.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}
