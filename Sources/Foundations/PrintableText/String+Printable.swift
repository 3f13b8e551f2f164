import ForeignText

extension String {
    /// The text in a form that is safe to show to a user who makes a decision based on it, on a terminal, in a log or
    /// in a list.
    ///
    /// Control characters, line breaks, marks that change the writing direction and invisible characters are written as
    /// `\u{202E}`, and a text of more than `most` characters is cut. So no text can rewrite, hide or push away what is
    /// next to it.
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

    /// The text in the form of ``printable(most:)``, with its lines preserved. Lines of printable ASCII are not cut.
    package func printableLines(most: Int = 20_000) -> String {
        ForeignText(repairing: self).text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.allSatisfy { $0.isASCII && !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f } }
                ? String(line) : String(line).printable(most: most)
        }
        .joined(separator: "\n")
    }
}

extension String {
    /// The JSON with escapes in place of invisible characters, which can only be in its strings. In white space around
    /// values, line breaks stay, and tabs become spaces.
    package var visibleJSON: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if scalar == "\t" || scalar == "\r" { return text += " " }
            guard scalar.isInvisible, scalar != "\n" else { return text.unicodeScalars.append(scalar) }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether the character is invisible or changes how others look: controls, line breaks, direction marks,
    /// zero-width spaces.
    package var isInvisible: Bool {
        if isASCII { return value < 0x20 || value == 0x7f }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return true
        default: return properties.isDefaultIgnorableCodePoint
        }
    }
}
