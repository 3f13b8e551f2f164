/// A text with placeholders, parsed: `%@`, `%lld`, the same with a position as in `%2$@`, and `%%` for a percent sign.
struct TextPattern: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case literal(String)
        /// The position of the argument, from 0.
        case argument(Int)
    }

    /// The text as it was given.
    let source: String
    private let parts: [Part]

    /// - Complexity: O(*n*) in the length of the text.
    init(_ text: String) {
        source = text
        guard text.utf8.contains(UInt8(ascii: "%")) else {
            parts = text.isEmpty ? [] : [.literal(text)]
            return
        }
        var parts: [Part] = []
        var literal = ""
        var next = 0
        var rest = text[...]
        while let percent = rest.firstIndex(of: "%") {
            literal += rest[..<percent]
            rest = rest[percent...].dropFirst()
            if rest.hasPrefix("%") {
                literal += "%"
                rest = rest.dropFirst()
                continue
            }
            var after = rest
            var place: Int?
            if let digit = after.first?.wholeNumberValue, digit > 0, after.dropFirst().hasPrefix("$") {
                place = digit - 1
                after = after.dropFirst(2)
            }
            guard let kind = ["@", "lld"].first(where: { after.hasPrefix($0) }) else {
                literal += "%"
                continue
            }
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = ""
            parts.append(.argument(place ?? next))
            next += 1
            rest = after.dropFirst(kind.count)
        }
        literal += rest
        if !literal.isEmpty { parts.append(.literal(literal)) }
        self.parts = parts
    }

    /// The text with these arguments. A placeholder without an argument stays empty.
    func text(with arguments: [String]) -> String {
        parts.map { part in
            switch part {
            case .literal(let text): text
            case .argument(let index): arguments.indices.contains(index) ? arguments[index] : ""
            }
        }.joined()
    }
}
