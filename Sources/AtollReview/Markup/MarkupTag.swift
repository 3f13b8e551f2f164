/// A start tag of HTML or SVG.
struct MarkupTag {
    /// An attribute, with where it begins in the file.
    struct Attribute {
        let name: String
        let value: String
        let offset: Int
    }

    /// In small letters.
    let name: String
    let attributes: [Attribute]
    let offset: Int
    /// Whether something else than white space stands before its end tag, of an element whose contents are text.
    var hasContents = false

    /// The value of an attribute, by its name in small letters.
    subscript(name: String) -> Attribute? { attributes.first { $0.name == name } }
}
