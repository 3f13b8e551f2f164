import AtollCenterAPI

/// The changes in a version and its findings as text, for reviewers at a terminal.
enum ReviewText {
    /// The facts that have changed for users, critical ones first, then the files that differ.
    static func changes(_ difference: DifferenceView) -> [String] {
        var lines = [
            "",
            difference.base != nil
                ? "Compared with version \(difference.baseName ?? "–")"
                : difference.rejected == nil
                    ? "First version: nothing to compare with" : "No version was approved before it",
        ]
        if let rejected = difference.rejected {
            lines.append(
                "Version \(rejected.name) was rejected. For what has changed since, add --base \(rejected.code) to atoll review diff."
            )
        }
        for fact in difference.facts {
            let mark = fact.isCritical ? "!" : " "
            let what = fact.name.isEmpty ? fact.kind : "\(fact.kind) \(fact.name)"
            let change =
                switch (fact.before, fact.after) {
                case (let before?, let after?): "\(before) → \(after)"
                case (nil, let after?): "new: \(after)"
                case (let before?, nil): "removed: \(before)"
                case (nil, nil): ""
                }
            lines.append("  \(mark) \(what)  \(change)".replacing("\n", with: " "))
        }
        let files = difference.files.filter { $0.state != "same" }
        lines.append("")
        lines.append("\(files.count) files differ")
        for file in files {
            lines.append("    \(file.state)  \(file.path)  \(file.lengthBefore) → \(file.lengthAfter) bytes")
        }
        return lines
    }

    /// The findings of the checks that no reviewer has accepted.
    static func findings(_ checks: CheckView) -> [String] {
        guard checks.isChecked else { return ["", "It has not been checked yet."] }
        let open = checks.findings.filter { $0.accepted == nil }
        var lines = ["", open.isEmpty ? "All checks passed." : "\(open.count) findings"]
        for finding in open.prefix(60) {
            var place = finding.path ?? "the package"
            if let line = finding.line { place += ":\(line)" }
            lines.append("    \(finding.severity) \(finding.code) \(place)")
            lines.append("        \(finding.text)")
        }
        return lines
    }

    /// The state of the browser check, whose findings come later than the others.
    static func opening(_ pictures: PicturesView) -> [String] {
        switch pictures.state {
        case "waiting", "running":
            [
                "",
                "The browser check has not ended yet. It takes less than two minutes.",
            ]
        case "failed": ["", "No browser could open its pages. \(pictures.message)"]
        case "none": ["", "No browser has opened its pages."]
        default: []
        }
    }

    /// The differences in one file, line by line: `+` and `-` as in other tools, and `~` before the words that differ.
    /// Empty if nothing differs.
    static func lines(_ file: FileDifferenceView) -> [String] {
        guard file.isText else { return ["The file is not text."] }
        var lines: [String] = []
        for hunk in file.hunks {
            if !lines.isEmpty { lines.append("…") }
            for line in hunk.lines {
                let mark = line.before == nil ? "+" : line.after == nil ? "-" : " "
                let number = (line.after ?? line.before).map(String.init) ?? ""
                lines.append(row(mark, number, line.text))
                let changed = line.pieces.filter(\.isChanged).map(\.text)
                if !changed.isEmpty, changed.count < line.pieces.count {
                    lines.append(row("~", "", changed.joined(separator: " … ")))
                }
            }
        }
        return lines + whatIsNotShown(file, lines.isEmpty)
    }

    private static func row(_ mark: String, _ number: String, _ text: String) -> String {
        "\(mark) \(String(repeating: " ", count: max(0, 5 - number.count)))\(number)  \(text)"
    }

    /// Describes whether a file without changed lines is new, was removed, or is the same.
    static func whatBecame(of path: String, _ difference: DifferenceView) -> [String] {
        let file = difference.files.first {
            $0.path.utf8.elementsEqual(path.utf8)
        }
        switch file?.state {
        case "added": return ["The file is new, and empty."]
        case "removed": return ["The file was removed. It was empty."]
        case "changed": return ["Its lines are the same."]
        default: return ["It is the same."]
        }
    }

    /// Notes about differences that the lines don't show.
    private static func whatIsNotShown(_ file: FileDifferenceView, _ isEmpty: Bool) -> [String] {
        var notes: [String] = []
        if let before = file.lineEndsBefore, let after = file.lineEndsAfter {
            notes.append("Most line breaks differ: \(before) before, \(after) now.")
        }
        if file.isCut { notes.append("The file has too many lines: its end is not compared.") }
        // A Center can send any number.
        let (rows, from) = (file.rows, max(0, min(file.from, file.rows)))
        let shown = file.hunks.reduce(0) { $0 + $1.lines.count }
        if shown < rows - from {
            notes.append("Rows \(from + 1) to \(from + shown) of \(rows). The next: --from \(from + shown)")
        }
        if isEmpty, rows > 0 { notes.append("There are \(rows) rows.") }
        return isEmpty || notes.isEmpty ? notes : [""] + notes
    }
}
