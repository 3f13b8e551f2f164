import AtollPackages
import AtollReview

/// How a file differs between two versions.
struct FileDifferenceView: Codable, Sendable, Documented {
    let path: String
    /// Whether both are text; of others, only that they differ is known.
    let isText: Bool
    /// Whether lines were broken that are too long for people.
    let isBroken: Bool
    /// Whether a file has too many lines, so that its end was not compared.
    let isCut: Bool
    /// The usual line break of each version, `LF` or `CRLF`, if they differ. Lines that differ only in this are not shown.
    let lineEndsBefore: String?
    let lineEndsAfter: String?
    /// How many rows there are, and how many stand before these.
    let rows: Int
    let from: Int
    let hunks: [TextDifference.Hunk]

    init(path: String, before: PackageFile?, after: PackageFile?, rowsFrom: Int = 0) {
        self.path = path
        let (old, new) = (before.map(ReadableLines.init), after.map(ReadableLines.init))
        // One that is not there has no lines.
        guard let old = old ?? ReadableLines.none, let new = new ?? ReadableLines.none else {
            (isText, isBroken, isCut, lineEndsBefore, lineEndsAfter) = (false, false, false, nil, nil)
            (rows, from, hunks) = (0, 0, [])
            return
        }
        let difference = TextDifference(from: old, to: new, rowsFrom: rowsFrom)
        (isText, isBroken) = (true, old.isBroken || new.isBroken)
        isCut = old.bytesLeftOut > 0 || new.bytesLeftOut > 0
        let differ = old.usualEnd != nil && new.usualEnd != nil && old.usualEnd != new.usualEnd
        (lineEndsBefore, lineEndsAfter) = differ ? (old.usualEnd, new.usualEnd) : (nil, nil)
        (rows, from, hunks) = (difference.rows, difference.from, difference.hunks)
    }

    static let schemaName = "FileDifference"
    static let schema: JSONSchema = {
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
