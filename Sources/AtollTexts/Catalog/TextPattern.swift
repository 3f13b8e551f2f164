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
            } else if let match = rest.prefixMatch(of: #/(?:([1-9])\$)?(?:@|lld)/#) {
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = ""
                parts.append(.argument(match.1.flatMap { Int($0) }.map { $0 - 1 } ?? next))
                next += 1
                rest = rest[match.range.upperBound...]
            } else {
                literal += "%"
            }
        }
        literal += rest
        if !literal.isEmpty { parts.append(.literal(literal)) }
        source = text
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
