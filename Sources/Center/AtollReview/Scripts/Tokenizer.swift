/// Splits JavaScript into tokens (ECMAScript 2025, section 12), without the grammar behind them.
///
/// Whether `/` begins a regular expression depends on that grammar. The tokenizer decides by the token before it: after
/// a value, `/` divides. After `)` and `}` it depends on what they close, so the tokenizer keeps a stack of open
/// brackets.
struct Tokenizer {
    let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    private let end: Int
    private(set) var tokens: [JavaScriptToken] = []
    private(set) var open: [Bracket] = []
    /// Whether a value has just ended, so that `/` divides and `{` begins a block.
    private var followsValue = false
    /// Whether the last token was a `)` after which a statement follows, such as that of `if (…)`.
    private var followsHead = false
    /// The offset before which no regular expression can begin, so that its line is not searched again.
    private var noExpressionBefore = 0
    /// The parenthesis that was closed most recently.
    var lastParenthesis: Bracket?
    /// Whether the last token is `.`, so that the next word is a property, even if it is a keyword.
    private var followsDot = false

    enum Bracket {
        /// `(`, and whether it belongs to `if`, `for`, `while` or `with`, or to a function that is a value.
        case parenthesis(isHead: Bool, isFunctionValue: Bool)
        case square
        /// `{`, and whether it is a value: an object, or the body of a function or class that is one.
        case brace(isValue: Bool, isObject: Bool)
        /// `${` of a template.
        case template
    }

    /// The offsets at which a script can be read in two ways. This tokenizer takes one; browsers may take the other.
    private(set) var doubts: [Int] = []
    /// Whether the last token is a word that is a keyword in some scripts and a name in others.
    private var followsNameOrKeyword = false
    private static let maximumDoubts = 10

    /// The number of tokens before brackets that were looked at again, and whether that was more than real code needs.
    /// If it was, brackets are no longer distinguished, and the script counts as not completely read.
    private var looks = 0
    private var looksTooOften = false

    /// The maximum number of tokens of one script.
    static let maximum = 4_000_000
    /// The maximum nesting depth of brackets.
    private static let maximumDepth = 10_000

    /// Returns the tokens of a part of a file, whether it has more than were read, and where it can be read in two
    /// ways.
    static func tokens(
        of bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>
    ) -> (tokens: [JavaScriptToken], isCut: Bool, doubts: [Int]) {
        var tokenizer = Tokenizer(bytes: bytes, position: range.lowerBound, end: range.upperBound)
        tokenizer.tokens.reserveCapacity(min(range.count / 4, maximum))
        let isCut = tokenizer.run()
        return (tokenizer.tokens, isCut || tokenizer.looksTooOften, tokenizer.doubts)
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, position: Int, end: Int) {
        self.bytes = bytes
        self.position = position
        self.end = end
    }

    /// Counts a token that is looked at again. Code from people or bundlers needs less than one for each token.
    mutating func mayLookBack() -> Bool {
        looks += 1
        if looks > 100_000 + 4 * tokens.count { looksTooOften = true }
        return !looksTooOften
    }

    private mutating func run() -> Bool {
        // A hashbang line.
        if position + 1 < end, bytes[position] == 0x23, bytes[position + 1] == 0x21 { skipLine() }
        while position < end {
            guard tokens.count < Self.maximum, open.count < Self.maximumDepth else { return true }
            step()
        }
        return false
    }

    private mutating func step() {
        let byte = bytes[position]
        switch byte {
        case 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20: position += 1
        case UInt8(ascii: "/"): slash()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): string(byte)
        case UInt8(ascii: "`"): template()
        case UInt8(ascii: "0")...UInt8(ascii: "9"): number()
        case UInt8(ascii: "."):
            if position + 1 < end, (0x30...0x39).contains(bytes[position + 1]) { number() } else { punctuator(byte) }
        case UInt8(ascii: "<") where isComment("<!--"):
            // A comment in scripts, but not in modules.
            doubt()
            skipLine()
        case UInt8(ascii: "-") where isComment("-->") && beginsLine:
            // A comment in scripts, but not in modules. This reads it as modules do.
            doubt()
            punctuator(byte)
        case UInt8(ascii: "\\"), UInt8(ascii: "$"), UInt8(ascii: "_"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "#"), UInt8(ascii: "@"):
            word()
        case 0x80...0xff:
            // The no-break space, the Unicode separators and the byte order mark are spaces.
            if let length = spaceLength { position += length } else { word() }
        default: punctuator(byte)
        }
    }

    private mutating func doubt() { if doubts.count < Self.maximumDoubts { doubts.append(position) } }

    /// Whether only spaces and tabs precede the position in its line.
    private var beginsLine: Bool {
        var index = position - 1
        while index >= 0, bytes[index] == 0x20 || bytes[index] == 0x09 { index -= 1 }
        return index < 0 || bytes[index] == 0x0a || bytes[index] == 0x0d
    }

    private var spaceLength: Int? {
        if byte(1) == 0xa0, bytes[position] == 0xc2 { return 2 }
        if bytes[position] == 0xe2, byte(1) == 0x80, byte(2) == 0xa8 || byte(2) == 0xa9 { return 3 }
        if bytes[position] == 0xef, byte(1) == 0xbb, byte(2) == 0xbf { return 3 }
        if bytes[position] == 0xe3, byte(1) == 0x80, byte(2) == 0x80 { return 3 }
        return nil
    }

    private func byte(_ offset: Int) -> UInt8 { position + offset < end ? bytes[position + offset] : 0 }

    private func isComment(_ start: StaticString) -> Bool {
        guard position + start.utf8CodeUnitCount <= end else { return false }
        for index in 0..<start.utf8CodeUnitCount where bytes[position + index] != start.utf8Start[index] {
            return false
        }
        return true
    }

    private mutating func add(_ kind: JavaScriptToken.Kind, from start: Int) {
        tokens.append(JavaScriptToken(kind: kind, start: Int32(start), end: Int32(position)))
    }

    // MARK: Comments and regular expressions

    private mutating func slash() {
        switch byte(1) {
        case UInt8(ascii: "/"): skipLine()
        case UInt8(ascii: "*"):
            position += 2
            while position < end {
                if bytes[position] == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
                    position += 2
                    return
                }
                position += 1
            }
        default:
            if followsValue || position < noExpressionBefore {
                punctuator(UInt8(ascii: "/"))
            } else {
                // After a variable named `of`, it divides. After the `of` of a loop, it does not.
                if followsNameOrKeyword { doubt() }
                regularExpression()
            }
        }
    }

    private mutating func skipLine() {
        while position < end, bytes[position] != 0x0a, bytes[position] != 0x0d {
            if bytes[position] == 0xe2, byte(1) == 0x80, byte(2) == 0xa8 || byte(2) == 0xa9 { return }
            position += 1
        }
    }

    private mutating func regularExpression() {
        let start = position
        var isInClass = false
        position += 1
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case 0x0a, 0x0d:
                // Not a regular expression: continue as if the slash were a division.
                noExpressionBefore = position
                position = start
                return punctuator(UInt8(ascii: "/"))
            case UInt8(ascii: "/") where !isInClass:
                position += 1
                while position < end, Self.isWordPart(bytes[position]) { position += 1 }
                add(.regularExpression, from: start)
                return value()
            default: break
            }
            position += 1
        }
        position = min(position, end)
        add(.regularExpression, from: start)
        value()
    }

    // MARK: Values

    private mutating func value() {
        followsNameOrKeyword = false
        (followsValue, followsHead, followsDot) = (true, false, false)
    }

    private mutating func string(_ quote: UInt8) {
        let start = position
        position += 1
        while position < end {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\\") {
                // A line may also continue after CR LF.
                position += self.byte(1) == 0x0d && self.byte(2) == 0x0a ? 3 : 2
                continue
            }
            position += 1
            // The end of a line ends the string, so that the rest of the file is not read as text.
            if byte == quote || byte == 0x0a || byte == 0x0d { break }
        }
        position = min(position, end)
        add(.string, from: start)
        value()
    }

    /// A part of a template, from `` ` `` or the `}` of a substitution.
    private mutating func template() {
        let start = position
        position += 1
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "`"):
                position += 1
                add(.template, from: start)
                return value()
            case UInt8(ascii: "$") where byte(1) == UInt8(ascii: "{"):
                position += 2
                add(.template, from: start)
                open.append(.template)
                (followsValue, followsHead, followsDot) = (false, false, false)
                return
            default: break
            }
            position += 1
        }
        position = min(position, end)
        add(.template, from: start)
        value()
    }

    private mutating func number() {
        let start = position
        position += 1
        while position < end {
            let byte = bytes[position]
            let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            let isHexadecimal = position - start > 1 && bytes[start] == 0x30 && (bytes[start + 1] | 0x20) == 0x78
            if isSign, !isHexadecimal, (bytes[position - 1] | 0x20) == 0x65 {
                position += 1
            } else if byte == UInt8(ascii: ".") || Self.isWordPart(byte) {
                // `1..toString()` and `1...list` contain one number each.
                if byte == UInt8(ascii: "."), self.byte(1) == UInt8(ascii: ".") {
                    position += bytes[start..<position].contains(byte) ? 0 : 1
                    break
                }
                position += 1
            } else {
                break
            }
        }
        add(.number, from: start)
        value()
    }

    private static func isWordPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xff:
            true
        default: false
        }
    }

    private mutating func word() {
        let start = position
        var isEscaped = false
        position += bytes[position] == UInt8(ascii: "\\") ? 0 : 1
        while position < end {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\\") {
                guard self.byte(1) == UInt8(ascii: "u") else {
                    if position == start { position += 1 }
                    break
                }
                isEscaped = true
                position += 2
                if self.byte(0) == UInt8(ascii: "{") {
                    while position < end, bytes[position] != UInt8(ascii: "}"), bytes[position] != 0x0a {
                        position += 1
                    }
                    position = min(position + 1, end)
                }
            } else if Self.isWordPart(byte), byte < 0x80 || spaceLength == nil {
                position += 1
            } else {
                break
            }
        }
        add(isEscaped ? .escapedWord : .word, from: start)
        let isProperty = followsDot
        followsDot = false
        followsHead = false
        // A property may have the name of a keyword, and so may an object's member.
        followsValue = isProperty || isEscaped || !Words.precedesExpression(bytes, start..<position)
        followsNameOrKeyword = !followsValue && Words.isNameOrKeyword(bytes, start..<position)
    }

    // MARK: Punctuation

    private mutating func punctuator(_ byte: UInt8) {
        let start = position
        position += 1
        let before = (value: followsValue, head: followsHead)
        followsNameOrKeyword = false
        (followsHead, followsDot) = (false, byte == UInt8(ascii: "."))
        switch byte {
        case UInt8(ascii: "("):
            add(.punctuator, from: start)
            open.append(parenthesis())
            followsValue = false
        case UInt8(ascii: ")"):
            add(.punctuator, from: start)
            var isHead = false
            if case .parenthesis(let head, _)? = open.last {
                isHead = head
                lastParenthesis = open.removeLast()
            }
            (followsValue, followsHead) = (!isHead, isHead)
        case UInt8(ascii: "["):
            add(.punctuator, from: start)
            open.append(.square)
            followsValue = false
        case UInt8(ascii: "]"):
            add(.punctuator, from: start)
            if case .square? = open.last { open.removeLast() }
            followsValue = true
        case UInt8(ascii: "{"):
            let bracket = brace(followsValue: before.value, followsHead: before.head)
            add(.punctuator, from: start)
            open.append(bracket)
            followsValue = false
        case UInt8(ascii: "}"):
            if case .template? = open.last {
                open.removeLast()
                position = start
                return template()
            }
            add(.punctuator, from: start)
            var isValue = false
            if case .brace(let value, _)? = open.last {
                isValue = value
                open.removeLast()
            }
            followsValue = isValue
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            // `i++ / 2` divides; `a + /b/` does not.
            if self.byte(0) == byte {
                position += 1
                add(.punctuator, from: start)
                followsValue = before.value
            } else {
                add(.punctuator, from: start)
                followsValue = false
            }
        case UInt8(ascii: "=") where self.byte(0) == UInt8(ascii: ">"):
            position += 1
            add(.punctuator, from: start)
            followsValue = false
        default:
            add(.punctuator, from: start)
            followsValue = false
        }
    }
}
