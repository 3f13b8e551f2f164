/// Which passwords are refused because they are guessed first.
///
/// Lists of leaked passwords are mostly made by a few habits: a common word or name, twice perhaps, with digits or a sign behind
/// it, letters replaced by digits that look like them; a walk over the keyboard; the alphabet; a date. The rules undo the habits
/// and look at what is left, so they catch what a list of the 10,000 most common passwords has (a test compares), and what would
/// come after it. A few that look random are listed.
///
/// Source: NIST SP 800-63B, section 5.1.1.2 (compare with values that are commonly used; no rules on composition).
public enum PasswordRules {
    /// The shortest password, in characters.
    public static let minimumLength = 10
    /// The longest, in bytes: hashing takes time by the length, too.
    public static let maximumLength = 1_000

    /// What is wrong with a password, or nil.
    ///
    /// - Parameter words: What an attacker knows of the user: the sign-in name, the name, the address, the app's name.
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
        // One short word, in whatever language, and what people put before and behind it: few that are random look so.
        if lower.count < 13, wordCount(lower) <= 1 { return true }
        // Nobody tries words one after another for so long.
        guard lower.count <= 64 else { return false }
        // The password as it is, and with digits read as the letters that they look like.
        for text in Set([lower, unmasked(lower)]) where isMadeOfWords(text, known) { return true }
        return false
    }

    /// How many runs of letters there are.
    private static func wordCount(_ text: String) -> Int {
        var count = 0
        var isInWord = false
        for character in text {
            if character.isLetter, !isInWord { count += 1 }
            isInWord = character.isLetter
        }
        return count
    }

    /// Whether at most three letters or digits are left once words that everybody knows were taken out.
    private static func isMadeOfWords(_ text: String, _ known: Set<String>) -> Bool {
        let letters = Array(text.filter { $0.isLetter || $0.isNumber })
        // The most that words can explain of the first `n` characters.
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
        // Three characters beside common words are soon tried out; signs between them are no words.
        return left <= 3 && letters.count * 2 > text.count
    }

    /// Years, dates and other digits that are appended.
    private static func isNumberOfNoMeaning(_ piece: ArraySlice<Character>) -> Bool {
        piece.count <= 8 && piece.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Whether the text goes along a row of keys, the alphabet or the digits, forwards or backwards, or repeats a short piece.
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

/// Why a password is refused.
public enum PasswordProblem: Error, Hashable, CustomStringConvertible {
    case tooShort(minimum: Int)
    case tooLong(maximum: Int)
    case common

    public var description: String {
        switch self {
        case .tooShort(let minimum): "A password has at least \(minimum) characters."
        case .tooLong(let maximum): "A password has at most \(maximum) bytes."
        case .common:
            "This password is easy to guess. Choose one that is not made of common words, names, dates or rows of keys: "
                + "four unusual words are good, and easy to remember."
        }
    }
}
