import ForeignText

/// The tokens of a script, with the bytes they refer to.
struct Script {
    let tokens: [JavaScriptToken]
    let isCut: Bool
    /// The indexes of the words that a check may look for, and of those with escapes.
    let words: [Int]
    /// The indexes of strings and parts of templates.
    let strings: [Int]
    /// The offsets at which the script can be read in two ways.
    let doubts: [Int]
    private let bytes: [UInt8]
    /// For each opening bracket, the index of the closing one, or -1. It is -1 for all other tokens.
    private let closings: [Int32]

    init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        let (tokens, isCut, doubts) = bytes.withUnsafeBufferPointer { Tokenizer.tokens(of: $0, in: range) }
        var (words, strings): ([Int], [Int]) = ([], [])
        bytes.withUnsafeBufferPointer { bytes in
            for (index, token) in tokens.enumerated() {
                switch token.kind {
                case .word:
                    if Words.mayBeNamed(bytes[Int(token.start)], Int(token.end - token.start)) { words.append(index) }
                case .escapedWord: words.append(index)
                case .string, .template: strings.append(index)
                default: break
                }
            }
        }
        (self.tokens, self.isCut, self.words, self.strings) = (tokens, isCut, words, strings)
        self.doubts = doubts
        closings = Self.closings(of: tokens, in: bytes)
    }

    /// Finds the closing bracket of each opening one, in one pass. The kinds of brackets are not distinguished.
    private static func closings(of tokens: [JavaScriptToken], in bytes: [UInt8]) -> [Int32] {
        var (closings, open) = ([Int32](repeating: -1, count: tokens.count), [Int]())
        for (index, token) in tokens.enumerated() where token.kind == .punctuator {
            switch bytes[Int(token.start)] {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(index)
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                // cannot trap: a script has fewer tokens than bytes, and a package fewer than 2³¹.
                if let start = open.popLast() { closings[start] = Int32(index) }
            default: break
            }
        }
        return closings
    }

    /// The offset of a token in its file.
    func offset(_ index: Int) -> Int { Int(tokens[index].start) }

    func kind(_ index: Int) -> JavaScriptToken.Kind? {
        index >= 0 && index < tokens.count ? tokens[index].kind : nil
    }

    /// Whether a token is a word, however it is escaped.
    func isWord(_ index: Int, _ word: StaticString) -> Bool {
        switch kind(index) {
        case .word?: bytes.withUnsafeBufferPointer { Words.isEqual($0, tokens[index].range, word) }
        case .escapedWord?: text(index) == word.description
        default: false
        }
    }

    /// Whether a token is this character of punctuation.
    func isMark(_ index: Int, _ mark: Unicode.Scalar) -> Bool {
        guard kind(index) == .punctuator, tokens[index].end - tokens[index].start == 1 else { return false }
        return UInt32(bytes[Int(tokens[index].start)]) == mark.value
    }

    /// Whether a token contains a text, ignoring case.
    func contains(_ text: StaticString, at index: Int) -> Bool {
        let range = tokens[index].range
        let length = text.utf8CodeUnitCount
        guard range.count >= length else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            for start in range.lowerBound...(range.upperBound - length) where bytes[start] == text.utf8Start[0] {
                if (0..<length).allSatisfy({ bytes[start + $0] | 0x20 == text.utf8Start[$0] | 0x20 }) { return true }
            }
            return false
        }
    }

    /// A byte of the file.
    func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    /// The first byte of a token, which distinguishes most tokens.
    func first(_ index: Int) -> UInt8 { bytes[Int(tokens[index].start)] }

    /// The text of a token, with its escapes resolved if it is a word.
    func text(_ index: Int) -> String {
        let text = ForeignText(repairing: bytes[tokens[index].range]).text
        return tokens[index].kind == .escapedWord ? Self.unescaped(text) : text
    }

    /// The text between the delimiters of a string or a part of a template.
    func inner(_ index: Int) -> String {
        let range = tokens[index].range
        let end =
            kind(index) == .template && range.count >= 3 && bytes[range.upperBound - 1] == UInt8(ascii: "{") ? 2 : 1
        guard range.count > end else { return "" }
        return ForeignText(repairing: bytes[(range.lowerBound + 1)..<(range.upperBound - end)]).text
    }

    /// The value of a string, or of a template without substitutions; nil for other tokens.
    func string(_ index: Int) -> String? {
        switch kind(index) {
        case .string?, .template?: break
        default: return nil
        }
        let range = tokens[index].range
        guard range.count >= 2 else { return nil }
        let last = bytes[range.upperBound - 1]
        if tokens[index].kind == .template, bytes[range.lowerBound] != UInt8(ascii: "`") || last != UInt8(ascii: "`") {
            return nil
        }
        return Self.unescaped(ForeignText(repairing: bytes[(range.lowerBound + 1)..<(range.upperBound - 1)]).text)
    }

    /// The beginning of the value of a string or a template, before its first substitution.
    func beginning(_ index: Int) -> String? {
        if let whole = string(index) { return whole }
        guard kind(index) == .template, first(index) == UInt8(ascii: "`"), tokens[index].range.count >= 3 else {
            return nil
        }
        let range = tokens[index].range
        return Self.unescaped(ForeignText(repairing: bytes[(range.lowerBound + 1)..<(range.upperBound - 2)]).text)
    }

    /// The index of the bracket that closes the one at an index, or nil if it is not within the next `count` tokens.
    func closing(_ index: Int, within count: Int = 4_000) -> Int? {
        guard closings.indices.contains(index), closings[index] >= 0, Int(closings[index]) - index < count else {
            return nil
        }
        return Int(closings[index])
    }

    /// The names for which `name.word` refers to a member of the global object.
    private static let globals: [StaticString] = ["window", "self", "globalThis", "top", "parent", "frames"]

    /// Whether a word refers to the global value of that name, by itself or after `window.`.
    func isGlobal(_ index: Int) -> Bool {
        guard isMark(index - 1, ".") else {
            return !isWord(index - 1, "function") && !isWord(index - 1, "class") && !isWord(index - 1, "get")
                && !isWord(index - 1, "set")
        }
        // As in `window.eval` and `window?.eval`.
        let object = isMark(index - 2, "?") ? index - 3 : index - 2
        return isGlobalObject(object) && !isMark(object - 1, ".")
    }

    /// Whether a word is one of the names of the global object.
    func isGlobalObject(_ index: Int) -> Bool { Self.globals.contains { isWord(index, $0) } }

    /// Whether the `(` at an index begins the parameters of a method declaration instead of a call.
    func isDeclaration(_ parenthesis: Int) -> Bool {
        guard let end = closing(parenthesis) else { return false }
        return isMark(end + 1, "{") && !isMark(parenthesis - 2, ".") && !isWord(parenthesis - 2, "new")
    }

    /// Resolves the escapes of a string or a word (ECMAScript 2025, section 12.9.4).
    static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var (result, rest) = (String.UnicodeScalarView(), Substring(text).unicodeScalars)
        func hexadecimal(_ digits: Substring.UnicodeScalarView) -> Unicode.Scalar? {
            guard !digits.isEmpty, digits.count <= 8 else { return nil }
            return UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)
        }
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let escape = rest.popFirst() else {
                result.append(scalar)
                continue
            }
            switch escape {
            case "n": result.append("\n")
            case "t": result.append("\t")
            case "r": result.append("\r")
            case "\n", "\r": break
            case "x":
                if let value = hexadecimal(rest.prefix(2)) { result.append(value) }
                rest = rest.dropFirst(2)
            case "u" where rest.first == "{":
                rest = rest.dropFirst()
                let digits = rest.prefix { $0 != "}" }
                if let value = hexadecimal(digits) { result.append(value) }
                rest = rest.dropFirst(digits.count + 1)
            case "u":
                if let value = hexadecimal(rest.prefix(4)) { result.append(value) }
                rest = rest.dropFirst(4)
            default: result.append(escape)
            }
        }
        // Escapes can produce characters that the file does not contain.
        return ForeignText(repairing: String(result)).text
    }
}
