import AtollCenterAPI
import AtollReview

extension DifferenceView: Documented {
    package init(_ difference: PackageDifference, base: Int?, baseName: String?, rejected: Rejected?) {
        let facts = difference.facts.map {
            Fact(kind: $0.kind, name: $0.name, before: $0.before, after: $0.after, isCritical: $0.isCritical)
        }
        let files = difference.files.map {
            File(
                path: $0.path, state: $0.state.rawValue, lengthBefore: $0.lengthBefore, lengthAfter: $0.lengthAfter)
        }
        self.init(
            base: base,
            baseName: baseName,
            rejected: rejected,
            facts: facts,
            files: files)
    }

    package static let schemaName = "Difference"
    package static let schema = JSONSchema.object(
        [
            "base": .integer(1...(1 << 53)), "baseName": .text(),
            "rejected": .object(["code": .integer(1...(1 << 53)), "name": .text()]),
            "facts": .list(
                of: .object(
                    [
                        "kind": .text(), "name": .text(), "before": .text(), "after": .text(), "isCritical": .bool,
                    ], optional: ["before", "after"]), upTo: 10_000),
            "files": .list(
                of: .object([
                    "path": .text(), "state": .one(of: ["added", "changed", "removed", "same"]),
                    "lengthBefore": .integer(0...(1 << 53)), "lengthAfter": .integer(0...(1 << 53)),
                ]), upTo: 4_000),
        ], optional: ["base", "baseName", "rejected"])
}
