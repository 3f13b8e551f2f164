extension NavigationGraph {
    /// The graph as a Mermaid flowchart. Passes are arrows, holds are dotted, picks are thick.
    ///
    /// - Complexity: O(*f* + *s*) in the number of fragments and segues.
    public func mermaid() -> String {
        var lines = ["flowchart LR"]
        for number in fragments.indices {
            let label = Self.escaped(
                name(ofFragment: number), [("&", "&amp;"), ("\"", "#quot;"), ("<", "&lt;"), (">", "&gt;")])
            lines.append(number == Self.entryNumber ? "    n\(number)([\"\(label)\"])" : "    n\(number)[\"\(label)\"]")
        }
        for (index, segue) in segues.enumerated() {
            let arrow =
                switch segue.style {
                case .pass: "-->"
                case .hold: "-.->"
                case .pick: "==>"
                }
            let label = Self.escaped(label(of: segue), [("&", "&amp;"), ("|", "/"), ("\"", "#quot;")])
            lines.append(
                "    n\(ends[index].from) \(arrow)\(label.isEmpty ? "" : "|\"\(label)\"|") n\(ends[index].to)"
            )
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The graph in DOT, the language of Graphviz.
    ///
    /// - Complexity: O(*f* + *s*) in the number of fragments and segues.
    public func dot() -> String {
        var lines = ["digraph navigation {", "    rankdir=LR;", "    node [shape=box, style=rounded];"]
        for number in fragments.indices {
            let label = Self.escaped(name(ofFragment: number), [("\\", "\\\\"), ("\"", "\\\"")])
            lines.append("    n\(number) [label=\"\(label)\"\(number == Self.entryNumber ? ", penwidth=2" : "")];")
        }
        for (index, segue) in segues.enumerated() {
            let style =
                switch segue.style {
                case .pass: "solid"
                case .hold: "dashed"
                case .pick: "bold"
                }
            let label = Self.escaped(label(of: segue), [("\\", "\\\\"), ("\"", "\\\"")])
            lines.append(
                """
                    n\(ends[index].from) -> n\(ends[index].to) \
                [style=\(style)\(label.isEmpty ? "" : ", label=\"\(label)\"")];
                """
            )
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    /// The label of a segue: its auto, tag, condition and whether it is dismissable.
    func label(of segue: Segue<F>) -> String {
        var parts: [String] = []
        if segue.isAuto { parts.append("auto") }
        if let tag = segue.tag { parts.append(tag.rawValue) }
        if let condition = segue.condition { parts.append("if \(condition)") }
        if segue.isDismissable { parts.append("↩") }
        return parts.joined(separator: ", ")
    }

    static func escaped(_ text: String, _ replacements: [(Unicode.Scalar, String)]) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let replacement = replacements.first(where: { $0.0 == scalar }) {
                escaped.append(contentsOf: replacement.1.unicodeScalars)
            } else {
                // A line break would end a line of the output.
                escaped.append(scalar.properties.generalCategory == .control ? " " : scalar)
            }
        }
        return String(escaped)
    }
}
