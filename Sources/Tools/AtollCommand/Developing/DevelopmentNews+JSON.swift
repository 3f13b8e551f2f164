import AtollDevelopment
import AtollReview
import Foundation
import SignedJSON

extension DevelopmentNews {
    /// The event as the members of a JSON object, for programs. The member `event` names it.
    var members: [ExactString: JSONValue] {
        switch self {
        case .running(let address): ["event": "running", "address": .string(address)]
        case .changed(let paths, let change, let time):
            [
                "event": "changed", "paths": .strings(paths), "change": .string(change.rawValue),
                "milliseconds": .integer(Int(time / .milliseconds(1))),
            ]
        case .broken(let problem): ["event": "broken", "problem": Self.json(of: problem)]
        case .mended: ["event": "mended"]
        case .findings(let findings): ["event": "findings", "findings": .array(findings.map(Self.json))]
        case .report(let report):
            [
                "event": "report", "kind": .string(report.kind.rawValue), "user": .string(report.user),
                "text": .string(report.text), "path": .optional(report.path),
                "line": report.line.map { .integer($0) } ?? .null,
            ]
        }
    }

    private static func json(of problem: FolderProblem) -> JSONValue {
        .object([
            "code": .string(problem.code), "severity": .string(problem.severity.rawValue),
            "path": .optional(problem.path), "line": problem.line.map { .integer($0) } ?? .null,
            "text": .string(problem.text), "advice": .string(problem.advice), "excerpt": .string(problem.excerpt),
        ])
    }
}
