import AtollPackages
import AtollReview

/// How a file differs between two versions.
struct FileDifferenceView: Codable, Sendable, Documented {
    let path: String
    /// Whether both are text; of others, only that they differ is known.
    let isText: Bool
    /// Whether lines were broken that are too long for people.
    let isBroken: Bool
    let isCut: Bool
    let hunks: [TextDifference.Hunk]

    init(path: String, before: PackageFile?, after: PackageFile?) {
        self.path = path
        let (old, new) = (before.map(ReadableText.lines), after.map(ReadableText.lines))
        // One that is not there has no lines.
        guard let old = old ?? ([], false), let new = new ?? ([], false) else {
            (isText, isBroken, isCut, hunks) = (false, false, false, [])
            return
        }
        let difference = TextDifference(from: old.lines, to: new.lines)
        (isText, isBroken) = (true, old.isBroken || new.isBroken)
        (isCut, hunks) = (difference.isCut, difference.hunks)
    }

    static let schemaName = "FileDifference"
    static let schema: JSONSchema = {
        let piece = JSONSchema.object(["text": .text(), "isChanged": .bool])
        let line = JSONSchema.object(
            [
                "before": .integer(1...(1 << 53)), "after": .integer(1...(1 << 53)),
                "pieces": .list(of: piece, upTo: 10_000),
            ], optional: ["before", "after"])
        return .object([
            "path": .text(), "isText": .bool, "isBroken": .bool, "isCut": .bool,
            "hunks": .list(of: .object(["lines": .list(of: line, upTo: 10_000)]), upTo: 10_000),
        ])
    }()
}
