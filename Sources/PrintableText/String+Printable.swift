extension String {
    /// The text as it can be shown to a person who has to judge by it, wherever it came from: on a terminal, in a log, in a list.
    ///
    /// Control characters, line breaks, marks that turn the direction of writing and characters that nobody sees are written as
    /// `\u{202E}`, and what is longer than `most` characters is cut: no text can rewrite, hide or push away what stands beside it.
    ///
    /// - Complexity: O(*n*), with *n* at most `most`.
    package func printable(most: Int = 200) -> String {
        var text = ""
        var left = most
        for scalar in unicodeScalars {
            guard left > 0 else { return text + "…" }
            left -= 1
            if scalar.isInvisible {
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The same for a text of several lines, which stay lines.
    package func printableLines(most: Int = 20_000) -> String {
        split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.allSatisfy { $0.isASCII && !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f } }
                ? String(line) : String(line).printable(most: most)
        }
        .joined(separator: "\n")
    }
}

extension Unicode.Scalar {
    /// Whether nobody sees the character, or it changes how others are seen: controls, line breaks, marks of direction, spaces of no width.
    package var isInvisible: Bool {
        if isASCII { return value < 0x20 || value == 0x7f }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return true
        default: return properties.isDefaultIgnorableCodePoint
        }
    }
}
