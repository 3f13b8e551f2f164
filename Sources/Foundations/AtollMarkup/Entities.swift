import ForeignText

/// Character references in attributes, limited to those that could hide a URL or a script.
enum Entities {
    private static let named = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "colon": ":", "sol": "/", "tab": "\t",
        "newline": "\n", "lpar": "(", "rpar": ")", "period": ".", "nbsp": "\u{a0}", "copy": "\u{a9}",
    ]

    /// A text with its references resolved. Unknown ones stay.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var (result, rest) = ("", Substring(text))
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[rest.index(after: start)...]
            let name = rest.prefix(12).prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") }
            if let value = scalar(name) ?? named[name.lowercased()] {
                result += value
                rest = rest.dropFirst(name.count)
                if rest.first == ";" { rest = rest.dropFirst() }
            } else {
                result += "&"
            }
        }
        // References can spell characters that the file does not contain.
        return ForeignText(repairing: result + rest).text
    }

    private static func scalar(_ name: Substring) -> String? {
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
}
