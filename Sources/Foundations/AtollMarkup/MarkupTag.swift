/// A start tag of HTML or SVG.
public struct MarkupTag: Sendable {
    /// An attribute, with its position in the file.
    public struct Attribute: Sendable {
        /// The name in lowercase.
        public let name: String
        /// The value with its character references resolved.
        public let value: String
        /// Where it begins, in bytes from the file's beginning.
        public let offset: Int
        /// The range of its value in the file, without quotation marks.
        public let written: Range<Int>

        /// Whether it is the handler of an event, such as `onclick`, and has something to run.
        public var isHandler: Bool {
            name.hasPrefix("on") && name.utf8.count > 4 && name.allSatisfy { $0.isASCII && $0.isLetter }
                && value.contains { !$0.isWhitespace }
        }
    }

    /// The name in lowercase.
    public let name: String
    /// The attributes in the order of the file. Only the first ones of a tag with very many.
    public let attributes: [Attribute]
    /// Where it begins, in bytes from the file's beginning.
    public let offset: Int
    /// Where the tag ends, in bytes from the file's beginning.
    public let end: Int
    /// Whether there is more than white space before its end tag; only for an element whose contents are text.
    public internal(set) var hasContents = false

    /// The attribute with a name in lowercase, or nil.
    public subscript(name: String) -> Attribute? { attributes.first { $0.name == name } }
}
