/// The terms by which an index of words finds texts: a text is found if each term of the query is the beginning of one
/// of the text's terms.
///
/// Where words are separated, terms are words. Elsewhere, as in Chinese and Thai, each letter begins a term of up to
/// ``window`` letters, so that a word is found at any position, without a dictionary of the language. A query is cut
/// into as few terms as cover it.
package enum SearchTerms {
    /// The longest term of a script that is written without spaces, in letters. Longer ones would make an index larger,
    /// and searches hardly more exact: all the terms of what was typed have to be there.
    private static let window = 4

    /// How many terms a search may have. Four letters of a script without spaces are one.
    package static let maximumTyped = 10
    /// How long the text of a search may be, in Unicode scalars.
    package static let maximumLength = 200

    /// The longest beginning of a text that has no more terms and scalars than a search may have.
    ///
    /// - Complexity: O(*n* log *n*) in the length of the text.
    package static func clipped(_ text: String) -> String {
        func fits(_ text: String) -> Bool {
            text.unicodeScalars.count <= maximumLength && typed(text).count <= maximumTyped
        }
        guard !fits(text) else { return text }
        let characters = Array(text)
        var (fitting, tooLong) = (0, characters.count)
        while tooLong - fitting > 1 {
            let middle = (fitting + tooLong) / 2
            if fits(String(characters[..<middle])) { fitting = middle } else { tooLong = middle }
        }
        return String(characters[..<fitting])
    }

    /// The terms of a text that is searched.
    ///
    /// - Parameters:
    ///   - most: How many are needed at most; the last ones are left out.
    ///   - mostWords: How many words are needed at most, in scripts with spaces.
    package static func stored(_ text: String, upTo most: Int = .max, words mostWords: Int = .max) -> [String] {
        var (terms, words): ([String], Int) = ([], 0)
        for run in WordRun.all(in: text) {
            if run.hasNoSpaces {
                for start in run.letters.indices.prefix(most - terms.count) {
                    terms.append(String(run.letters[start...].prefix(window)))
                }
            } else if words < mostWords {
                terms.append(String(run.letters))
                words += 1
            }
            if terms.count >= most { break }
        }
        return terms
    }

    /// The terms of a query.
    package static func typed(_ text: String) -> [String] {
        WordRun.all(in: text).flatMap { run -> [String] in
            guard run.hasNoSpaces, run.letters.count > window else { return [String(run.letters)] }
            // The last one overlaps the one before it.
            let starts = stride(from: 0, to: run.letters.count - window, by: window) + [run.letters.count - window]
            return starts.map { String(run.letters[$0..<$0 + window]) }
        }
    }
}
