/// A text in a script that may be markup with handlers: a string, or a whole template with a word in place of each
/// value.
struct WrittenMarkup {
    let text: String
    /// The offset in the file of the part that may contain a handler.
    let offset: Int

    /// - Complexity: O(*n*) in the length of the script.
    static func all(in script: Script) -> [WrittenMarkup] {
        var (found, open): ([WrittenMarkup], [[Int]]) = ([], [])
        for index in script.strings {
            guard script.kind(index) == .template else {
                if let markup = WrittenMarkup([index], script) { found.append(markup) }
                continue
            }
            let range = script.tokens[index].range
            // A template may be nested in a value of another one.
            if script.first(index) == UInt8(ascii: "`") {
                open.append([index])
            } else if !open.isEmpty {
                open[open.count - 1].append(index)
            }
            if range.count >= 2, script.byte(range.upperBound - 1) == UInt8(ascii: "`"), let parts = open.popLast(),
                let markup = WrittenMarkup(parts, script)
            {
                found.append(markup)
            }
        }
        return found
    }

    private init?(_ parts: [Int], _ script: Script) {
        guard parts.contains(where: { script.contains("<", at: $0) }),
            let handler = parts.first(where: { script.contains(" on", at: $0) })
        else { return nil }
        offset = script.offset(handler)
        text = parts.map { Script.unescaped(script.inner($0)) }.joined(separator: Self.value)
    }

    /// A placeholder for an unknown value, which is part of a word or the value of an attribute.
    private static let value = "value"
}
