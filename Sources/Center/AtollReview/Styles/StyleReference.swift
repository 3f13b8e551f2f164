/// A reference of a style sheet to something outside of it.
struct StyleReference {
    let value: String
    /// Whether it is another style sheet (`@import`).
    let isImport: Bool
    let offset: Int
    /// The range of the value in the file, in bytes, without quotation marks.
    let written: Range<Int>
}
