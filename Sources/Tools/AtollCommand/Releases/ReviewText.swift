import SignedJSON

/// What a version changes and what was found in it, for reviewers at a terminal.
enum ReviewText {
    /// What changes for users: what is critical first, then the files.
    static func changes(_ difference: JSONFields) throws -> [String] {
        let rejected = difference.has("rejected") ? try difference.object("rejected") : nil
        var lines = [
            "",
            difference.has("base")
                ? "Compared with version \(try difference.shown("baseName"))"
                : rejected == nil ? "First version: nothing to compare with" : "No version was approved before it",
        ]
        if let rejected {
            let code = try rejected.integer("code", in: 1...(1 << 53))
            lines.append(
                "Version \(try rejected.shown("name")) was rejected. For what has changed since, add --base \(code) to atoll review diff."
            )
        }
        for fact in try difference.objects("facts") {
            let (kind, name) = (try fact.string("kind"), try fact.string("name"))
            let before = fact.has("before") ? try fact.string("before") : nil
            let after = fact.has("after") ? try fact.string("after") : nil
            let mark = try fact.bool("isCritical") ? "!" : " "
            let what = name.isEmpty ? kind : "\(kind) \(name)"
            let change =
                switch (before, after) {
                case (let before?, let after?): "\(before) → \(after)"
                case (nil, let after?): "new: \(after)"
                case (let before?, nil): "removed: \(before)"
                case (nil, nil): ""
                }
            lines.append("  \(mark) \(what)  \(change)".replacing("\n", with: " "))
        }
        let files = try difference.objects("files").filter { try $0.string("state") != "same" }
        lines.append("")
        lines.append("\(files.count) files differ")
        for file in files {
            let (before, after) = (
                try file.integer("lengthBefore", in: 0...Int.max), try file.integer("lengthAfter", in: 0...Int.max)
            )
            lines.append("    \(try file.string("state"))  \(try file.string("path"))  \(before) → \(after) bytes")
        }
        return lines
    }

    /// What the checks have found, and nobody has accepted.
    static func findings(_ checks: JSONFields) throws -> [String] {
        guard try checks.bool("isChecked") else { return ["", "It has not been checked yet."] }
        let open = try checks.objects("findings").filter { !$0.has("accepted") }
        var lines = ["", open.isEmpty ? "All checks passed." : "\(open.count) findings"]
        for finding in open.prefix(60) {
            var place = finding.has("path") ? try finding.string("path") : "the package"
            if finding.has("line") { place += ":\(try finding.integer("line", in: 1...Int.max))" }
            lines.append("    \(try finding.string("severity")) \(try finding.string("code")) \(place)")
            lines.append("        \(try finding.string("text"))")
        }
        return lines
    }

    /// Whether a browser has opened its pages: what that finds comes later than the other findings.
    static func opening(_ pictures: JSONFields) throws -> [String] {
        switch try pictures.string("state") {
        case "waiting", "running":
            [
                "",
                "The browser check has not ended yet. It takes less than two minutes.",
            ]
        case "failed": ["", "No browser could open its pages. \(try pictures.string("message"))"]
        case "none": ["", "No browser has opened its pages."]
        default: []
        }
    }

    /// How one file differs, line by line: `+` and `-` as in other tools, and `~` before the words that differ. Empty if nothing
    /// differs.
    static func lines(_ file: JSONFields) throws -> [String] {
        guard try file.bool("isText") else { return ["The file is not text."] }
        var lines: [String] = []
        for hunk in try file.objects("hunks") {
            if !lines.isEmpty { lines.append("…") }
            for line in try hunk.objects("lines") {
                let pieces = try line.objects("pieces").map { (try $0.string("text"), try $0.bool("isChanged")) }
                let mark = line.has("before") ? line.has("after") ? " " : "-" : "+"
                let number = try line.integer(line.has("after") ? "after" : "before", in: 1...Int.max)
                lines.append(row(mark, "\(number)", pieces.map(\.0).joined()))
                let changed = pieces.filter(\.1).map(\.0)
                if !changed.isEmpty, changed.count < pieces.count {
                    lines.append(row("~", "", changed.joined(separator: " … ")))
                }
            }
        }
        return try lines + whatIsNotShown(file, lines.isEmpty)
    }

    private static func row(_ mark: String, _ number: String, _ text: String) -> String {
        "\(mark) \(String(repeating: " ", count: max(0, 5 - number.count)))\(number)  \(text)"
    }

    /// Says whether a file without changed lines is new, was removed, or is the same.
    static func whatBecame(of path: String, _ difference: JSONFields) throws -> [String] {
        let file = try difference.objects("files").first {
            try $0.string("path").utf8.elementsEqual(path.utf8)
        }
        switch try file?.string("state") {
        case "added": return ["The file is new, and empty."]
        case "removed": return ["The file was removed. It was empty."]
        case "changed": return ["Its lines are the same."]
        default: return ["It is the same."]
        }
    }

    /// What differs and is not among the lines.
    private static func whatIsNotShown(_ file: JSONFields, _ isEmpty: Bool) throws -> [String] {
        var notes: [String] = []
        if file.has("lineEndsBefore") {
            notes.append(
                "Most line breaks differ: \(try file.string("lineEndsBefore")) before, \(try file.string("lineEndsAfter")) now."
            )
        }
        if try file.bool("isCut") { notes.append("The file has too many lines: its end is not compared.") }
        let (from, rows) = (try file.integer("from", in: 0...Int.max), try file.integer("rows", in: 0...Int.max))
        let shown = try file.objects("hunks").reduce(0) { $0 + (try $1.objects("lines").count) }
        if from + shown < rows {
            notes.append("Rows \(from + 1) to \(from + shown) of \(rows). The next: --from \(from + shown)")
        }
        if isEmpty, rows > 0 { notes.append("There are \(rows) rows.") }
        return isEmpty || notes.isEmpty ? notes : [""] + notes
    }
}
