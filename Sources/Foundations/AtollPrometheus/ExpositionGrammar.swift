/// The grammar of Prometheus's text exposition format 0.0.4: changes names and texts to conform to it.
enum ExpositionGrammar {
    /// The most Unicode scalars of a name or a label's value; the rest is cut off.
    private static let longest = 200

    /// A metric's name: letters, digits, `_` and `:`. Each other character becomes `_`, and `_` precedes a digit at the
    /// beginning.
    static func metricName(_ text: String) -> String { name(text, allowsColon: true) }

    /// A label's name: letters, digits and `_`.
    ///
    /// Prometheus reserves names that begin with `__`, which are reduced to one underscore, and `le` for histograms,
    /// which becomes `exported_le`.
    static func labelName(_ text: String) -> String {
        let name = name(text, allowsColon: false)
        if name == "le" { return "exported_le" }
        return name.hasPrefix("__") ? "_" + name.drop { $0 == "_" } : name
    }

    /// A label's value with `\`, `"` and line feeds escaped. U+0000, which ends the text for Prometheus's parser,
    /// becomes U+FFFD.
    static func labelValue(_ text: String) -> String {
        var value = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(longest) {
            switch scalar {
            case "\\": value.append(contentsOf: #"\\"#.unicodeScalars)
            case "\"": value.append(contentsOf: #"\""#.unicodeScalars)
            case "\n": value.append(contentsOf: #"\n"#.unicodeScalars)
            case "\0": value.append("\u{FFFD}")
            default: value.append(scalar)
            }
        }
        return String(value)
    }

    /// A help text with `\` and line feeds escaped, and without U+0000.
    static func help(_ text: String) -> String {
        var help = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": help.append(contentsOf: #"\\"#.unicodeScalars)
            case "\n": help.append(contentsOf: #"\n"#.unicodeScalars)
            case "\0": help.append("\u{FFFD}")
            default: help.append(scalar)
            }
        }
        return String(help)
    }

    /// A number as Go's `ParseFloat` reads it, with all its digits: `1`, `0.25`, `1e+16`, `NaN`, `+Inf` or `-Inf`.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "NaN" : value > 0 ? "+Inf" : "-Inf" }
        let text = value.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func name(_ text: String, allowsColon: Bool) -> String {
        var name = ""
        for scalar in text.unicodeScalars.prefix(longest) {
            switch scalar {
            case "a"..."z", "A"..."Z", "_": name.unicodeScalars.append(scalar)
            case "0"..."9":
                if name.isEmpty { name = "_" }
                name.unicodeScalars.append(scalar)
            case ":" where allowsColon: name.unicodeScalars.append(scalar)
            default: name.unicodeScalars.append("_")
            }
        }
        return name.isEmpty ? "_" : name
    }
}
