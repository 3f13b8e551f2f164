/// Something outside of a style sheet that it refers to.
struct StyleReference {
    let value: String
    /// Whether it is another style sheet (`@import`).
    let isImport: Bool
    let offset: Int
    /// The position of the value in the file, in bytes, without quotation marks.
    let written: Range<Int>
}
