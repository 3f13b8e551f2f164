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

/// What people are called, which stands on pages and in mail.
enum PersonName {
    /// Whether a name has 1 to 80 characters, in at most 240 bytes, and none that can't be seen, ends a line or turns the direction
    /// of what follows.
    static func isValid(_ name: String) -> Bool {
        (1...80).contains(name.count) && name.utf8.count <= 240 && name.unicodeScalars.allSatisfy(isVisible)
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        // Some scripts and emoji need the joiners.
        case .format: scalar == "\u{200c}" || scalar == "\u{200d}"
        default: true
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
