import SignedJSON

/// Finds lines that a reader would take to be the same although they differ.
enum LookAlikes {
    /// Pairs of a removed and an added line, by their indexes. Each line is in at most one pair.
    ///
    /// - Complexity: O(*n*) in the bytes of the lines.
    static func pairs(_ removed: [(Int, String)], _ added: [(Int, String)]) -> [(Int, Int)] {
        func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }
        // Lines of ASCII look alike only if they are the same.
        let (isOldASCII, isNewASCII) = (removed.allSatisfy { isASCII($0.1) }, added.allSatisfy { isASCII($0.1) })
        if isOldASCII && isNewASCII { return [] }
        func look(_ text: String) -> ExactString { ExactString(Confusables.skeleton(of: text)) }
        var places: [ExactString: [(index: Int, isASCII: Bool)]] = [:]
        for (index, text) in removed.reversed() where !text.allSatisfy(\.isWhitespace) {
            places[look(text), default: []].append((index, isASCII(text)))
        }
        return added.compactMap { index, text in
            let shape = look(text)
            guard let old = places[shape]?.last, !old.isASCII || !isASCII(text) else { return nil }
            places[shape]?.removeLast()
            return (old.index, index)
        }
    }
}
