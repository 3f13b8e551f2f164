import AtollCenterAPI
import AtollPackages
import AtollReview

extension FileDifferenceView: Documented {
    package init(path: String, before: PackageFile?, after: PackageFile?, rowsFrom: Int = 0) {
        let (old, new) = (before.map(ReadableLines.init), after.map(ReadableLines.init))
        // One that is not there has no lines.
        guard let old = old ?? ReadableLines.none, let new = new ?? ReadableLines.none else {
            self.init(
                path: path, isText: false, isBroken: false, isCut: false, lineEndsBefore: nil, lineEndsAfter: nil,
                rows: 0, from: 0, hunks: [])
            return
        }
        let difference = TextDifference(from: old, to: new, rowsFrom: rowsFrom)
        let differ = old.usualEnd != nil && new.usualEnd != nil && old.usualEnd != new.usualEnd
        self.init(
            path: path, isText: true, isBroken: old.isBroken || new.isBroken,
            isCut: old.bytesLeftOut > 0 || new.bytesLeftOut > 0,
            lineEndsBefore: differ ? old.usualEnd : nil, lineEndsAfter: differ ? new.usualEnd : nil,
            rows: difference.rows, from: difference.from, hunks: difference.hunks.map(Hunk.init))
    }

    package static let schemaName = "FileDifference"
    package static let schema: JSONSchema = {
        let piece = JSONSchema.object(["text": .text(), "isChanged": .bool])
        let line = JSONSchema.object(
            [
                "before": .integer(1...(1 << 53)), "after": .integer(1...(1 << 53)),
                "pieces": .list(of: piece, upTo: 10_000),
            ], optional: ["before", "after"])
        let ends = JSONSchema.one(of: ["LF", "CRLF"])
        return .object(
            [
                "path": .text(), "isText": .bool, "isBroken": .bool, "isCut": .bool,
                "lineEndsBefore": ends, "lineEndsAfter": ends,
                "rows": .integer(0...(1 << 53)), "from": .integer(0...(1 << 53)),
                "hunks": .list(of: .object(["lines": .list(of: line, upTo: 10_000)]), upTo: 10_000),
            ], optional: ["lineEndsBefore", "lineEndsAfter"])
    }()
}

extension FileDifferenceView.Hunk {
    package init(_ hunk: TextDifference.Hunk) {
        self.init(
            lines: hunk.lines.map { line in
                FileDifferenceView.Line(
                    before: line.before, after: line.after,
                    pieces: line.pieces.map { .init(text: $0.text, isChanged: $0.isChanged) })
            })
    }
}
