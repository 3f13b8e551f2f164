import PrintableText

/// Checks names that people choose for things and for themselves.
package enum Name {
    /// - Throws: ``ActionError/invalid(_:_:)`` for a name that is empty, too long, begins or ends with a space, or has
    ///   characters that can't be seen.
    package static func check(_ name: String, as part: String, upTo limit: Int = 100) throws(ActionError) {
        let count = name.unicodeScalars.prefix(limit + 1).count
        guard (1...limit).contains(count) else { throw .invalid(part, "must have 1 to \(limit) characters") }
        guard name.first?.isWhitespace == false, name.last?.isWhitespace == false else {
            throw .invalid(part, "must not begin or end with a space")
        }
        guard name.printable() == name else {
            throw .invalid(part, "must not have control characters or characters that can't be seen")
        }
    }
}
