/// A start tag of HTML or SVG.
public struct MarkupTag: Sendable {
    /// An attribute, with where it begins in the file.
    public struct Attribute: Sendable {
        /// In small letters.
        public let name: String
        /// With its character references resolved.
        public let value: String
        /// Where it begins, in bytes from the file's beginning.
        public let offset: Int
        /// The position of its value in the file, without quotation marks.
        public let written: Range<Int>

        /// Whether it is the handler of an event, such as `onclick`, and has something to run.
        public var isHandler: Bool {
            name.hasPrefix("on") && name.utf8.count > 4 && name.allSatisfy { $0.isASCII && $0.isLetter }
                && value.contains { !$0.isWhitespace }
        }
    }

    /// In small letters.
    public let name: String
    /// In the order of the file; of a tag with very many, the first ones.
    public let attributes: [Attribute]
    /// Where it begins, in bytes from the file's beginning.
    public let offset: Int
    /// Where what follows it begins, in bytes from the file's beginning.
    public let end: Int
    /// Whether an element whose contents are text has anything but white space before its end tag.
    public internal(set) var hasContents = false

    /// The value of an attribute, by its name in small letters.
    public subscript(name: String) -> Attribute? { attributes.first { $0.name == name } }
}
