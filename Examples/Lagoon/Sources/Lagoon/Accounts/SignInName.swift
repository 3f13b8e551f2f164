/// The names that people sign in with.
enum SignInName {
    /// Whether a name has 2 to 32 small letters, digits, dots or dashes, and begins with a letter.
    static func isValid(_ name: String) -> Bool {
        guard (2...32).contains(name.utf8.count), let first = name.utf8.first else { return false }
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return letters.contains(first)
            && name.utf8.allSatisfy {
                letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
            }
    }
}

/// E-mail addresses, as far as their form tells: whether one is somebody's, only a mail to it does.
enum EmailAddress {
    static func isValid(_ text: String) -> Bool {
        guard (6...254).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            return false
        }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count) else { return false }
        guard !parts[0].contains(where: { "\"(),:;<>[]\\".contains($0) }) else { return false }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
            }
    }
}
