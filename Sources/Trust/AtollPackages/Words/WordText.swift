/// A text in which words are looked for by their beginnings: its words as ``FoldedText`` has them, each after a space. Where a script has no
/// spaces between words, as Chinese and Thai, each letter may begin one.
package struct WordText: Sendable {
    private let bytes: [UInt8]

    /// The longest word that is looked for, in characters.
    private static let maximumWord = 40
    private static let space = UInt8(ascii: " ")

    package init(_ text: String) { bytes = WordRun.all(in: text).flatMap { Self.marked($0.letters[...], $0) } }

    /// The words of a query, each as ``has(_:)`` expects it.
    package static func words(_ text: String) -> [[UInt8]] {
        WordRun.all(in: text).map { marked($0.letters.prefix(maximumWord), $0) }
    }

    /// Whether one of the words begins with another, as ``words(_:)`` returns it.
    ///
    /// - Complexity: O(*n* *m*) in the lengths of the text and of the word, of which at most 40 letters are looked for; O(*n*) in scripts with
    ///   spaces, since a comparison ends with the word that it began in.
    package func has(_ word: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { text in
            word.withUnsafeBufferPointer { word in
                var index = 0
                while index + word.count <= text.count {
                    if text[index] == Self.space {
                        var same = 0
                        while same < word.count, text[index + same] == word[same] { same += 1 }
                        if same == word.count { return true }
                    }
                    index += 1
                }
                return false
            }
        }
    }

    /// Letters after a space, and with one before each letter that may begin a word.
    private static func marked(_ letters: ArraySlice<Character>, _ run: WordRun) -> [UInt8] {
        var bytes: [UInt8] = run.hasNoSpaces ? [] : [space]
        bytes.reserveCapacity(letters.count + 1)
        for letter in letters {
            if run.hasNoSpaces { bytes.append(space) }
            bytes.append(contentsOf: letter.utf8)
        }
        return bytes
    }
}
