import AtollCenterAPI
import Foundation

/// The audit log as a file, for storage elsewhere.
enum AuditExport: String, CaseIterable {
    /// A JSON object on each line.
    case ndjson
    /// RFC 4180, with a line of names.
    case csv

    /// How many rows one answer has.
    static let maximum = 10_000

    var mediaType: String {
        switch self {
        case .ndjson: "application/x-ndjson"
        case .csv: "text/csv; charset=utf-8"
        }
    }

    func data(of rows: [AuditEntryView]) throws -> Data {
        switch self {
        case .ndjson:
            let encoder = JSONEncoder.center
            return try rows.reduce(into: Data()) { data, row in
                data.append(try encoder.encode(row))
                data.append(0x0a)
            }
        case .csv:
            let lines = rows.map { row in Self.columns.map { Self.cell($0.value(row)) }.joined(separator: ",") }
            let names = Self.columns.map(\.name).joined(separator: ",")
            return Data(([names] + lines).map { $0 + "\r\n" }.joined().utf8)
        }
    }

    private static let columns: [(name: String, value: @Sendable (AuditEntryView) -> String?)] = [
        ("number", { "\($0.number)" }), ("time", { "\($0.time)" }), ("actorKind", { $0.actorKind }),
        ("actor", { $0.actor }), ("actorName", { $0.actorName }), ("via", { $0.via }), ("action", { $0.action }),
        ("organization", { $0.organization }), ("superApp", { $0.superApp }), ("miniApp", { $0.miniApp }),
        ("code", { $0.code.map(String.init) }), ("subject", { $0.subject }), ("before", { $0.before }),
        ("after", { $0.after }), ("comment", { $0.comment }), ("address", { $0.address }), ("agent", { $0.agent }),
        ("digest", { $0.digest }),
    ]

    /// A cell in quotation marks. What a spreadsheet would take for a formula begins with an apostrophe.
    private static func cell(_ value: String?) -> String {
        guard let value, let first = value.unicodeScalars.first else { return "" }
        let isFormula = ["=", "+", "-", "@", "\t", "\r"].contains(first)
        return "\"" + (isFormula ? "'" : "") + value.replacingOccurrences(of: "\"", with: "\"\"", options: .literal)
            + "\""
    }
}
