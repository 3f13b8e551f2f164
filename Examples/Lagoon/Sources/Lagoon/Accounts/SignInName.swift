/// The names that users sign in with.
enum SignInName {
    /// Whether a name consists of 2 to 32 lowercase ASCII letters, digits, dots and hyphens, and starts with a letter.
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
