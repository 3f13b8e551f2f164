/// The form of e-mail addresses. Only a message to an address can tell whether it exists.
enum EmailAddress {
    /// Whether the text has the form of an e-mail address: 6 to 254 visible ASCII characters, with one @.
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
