/// The rules by which passwords are refused because they are guessed first.
///
/// Most leaked passwords follow a few habits: a common word or name, possibly repeated, followed by digits or a symbol,
/// with letters replaced by similar-looking digits; a walk over the keyboard; the alphabet; a date. The rules undo
/// these habits and judge what is left, so they catch the 10,000 most common passwords (a test verifies that) and
/// passwords like them. A few common passwords that look random are listed.
///
/// Source: NIST SP 800-63B, section 5.1.1.2 (compare with values that are commonly used; no rules on composition).
public enum PasswordRules {
    /// The shortest permitted password, in characters.
    public static let minimumLength = 10
    /// The longest permitted password, in bytes of UTF-8: the time to hash it grows with its length.
    public static let maximumLength = 1_000

    /// Why a password is refused, or nil if it is accepted.
    ///
    /// - Parameter words: What an attacker may know about the user: sign-in name, name, e-mail address, the app's name.
    ///   Of each, the first 300 characters count; of all their words, the first 50 with at least three characters.
    public static func problem(with password: String, knowing words: [String] = []) -> PasswordProblem? {
        guard password.count >= minimumLength else { return .tooShort(minimum: minimumLength) }
        guard password.utf8.count <= maximumLength else { return .tooLong(maximum: maximumLength) }
        let known = Set(
            words.flatMap { $0.prefix(300).lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init) }
                .filter { $0.count >= 3 }.prefix(50))
        return isCommon(password, known: known) ? .common : nil
    }

    private static func isCommon(_ password: String, known: Set<String>) -> Bool {
        let lower = password.lowercased()
        if Set(lower).count <= 3 || isWalk(lower) || CommonWords.exceptions.contains(lower) { return true }
        // One short word, in any language, with anything before and after it. Few random passwords look like that.
        if lower.count < 13, wordCount(lower) <= 1 { return true }
        // Sequences of words as long as this are not guessed.
        guard lower.count <= 64 else { return false }
        // The password as it is, and with digits read as the letters that they resemble.
        for text in Set([lower, unmasked(lower)]) where isMadeOfWords(text, known) { return true }
        return false
    }

    /// The number of runs of letters.
    private static func wordCount(_ text: String) -> Int {
        var count = 0
        var isInWord = false
        for character in text {
            if character.isLetter, !isInWord { count += 1 }
            isInWord = character.isLetter
        }
        return count
    }

    /// Whether at most three letters or digits are left after common and known words are removed.
    private static func isMadeOfWords(_ text: String, _ known: Set<String>) -> Bool {
        let letters = Array(text.filter { $0.isLetter || $0.isNumber })
        // explained[n]: how many of the first n characters words can cover, at most.
        var explained = [Int](repeating: 0, count: letters.count + 1)
        for end in stride(from: 1, through: letters.count, by: 1) {
            explained[end] = explained[end - 1]
            for length in 3...16 where length <= end {
                let piece = letters[(end - length)..<end]
                guard
                    CommonWords.all.contains(String(piece)) || known.contains(String(piece))
                        || (length >= 4 && isWalk(String(piece))) || isNumberOfNoMeaning(piece)
                else { continue }
                explained[end] = max(explained[end], explained[end - length] + length)
            }
        }
        let left = letters.count - (explained.last ?? 0)
        // Three characters in addition to common words are quickly guessed. A text that is mostly symbols does not
        // count.
        return left <= 3 && letters.count * 2 > text.count
    }

    /// Whether the piece is a year, a date or another run of digits that people append.
    private static func isNumberOfNoMeaning(_ piece: ArraySlice<Character>) -> Bool {
        piece.count <= 8 && piece.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Whether the text follows a row of keys, the alphabet or the digits, forwards or backwards, or repeats a short
    /// piece.
    static func isWalk(_ text: String) -> Bool {
        let characters = Array(text)
        guard characters.count >= 3 else { return false }
        for size in 1...4 where size * 2 <= characters.count {
            if characters.indices.allSatisfy({ characters[$0] == characters[$0 % size] }) { return true }
        }
        return CommonWords.walkPieces.contains(text)
    }

    private static func unmasked(_ text: String) -> String {
        String(text.map { CommonWords.masks[$0] ?? $0 })
    }
}
