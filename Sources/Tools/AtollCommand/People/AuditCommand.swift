import ArgumentParser
import AtollTerminal
import Foundation
import PrintableText
import SignedJSON

/// `atoll audit`: the audit log, as far as one may see it.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Show what was done at a Center, by whom, the newest first.",
        discussion: """
            For instance:
              atoll audit --mini-app com.example.kudos --action release:hold
            """)

    @Option(name: [.long, .customShort("o")], help: "About this organization.")
    var organization: String?

    @Option(help: "About this mini app.")
    var miniApp: String?

    @Option(help: "About this super app.")
    var superApp: String?

    @Option(help: "By this account or API key.")
    var actor: String?

    @Option(help: "Of this kind, such as member:suspend.")
    var action: String?

    @Option(help: "How many rows, at most 200.")
    var limit = 50

    @OptionGroup
    var work: WorkOptions

    func run() async throws {
        try await reporting {
            let parameters = [
                ("organization", organization), ("miniApp", miniApp), ("superApp", superApp), ("actor", actor),
                ("action", action), ("limit", "\(limit)"),
            ]
            let query = parameters.compactMap { name, value in value.map { "\(name)=\(WorkOptions.escaped($0))" } }
                .joined(separator: "&")
            try await work.send("GET", "v1/audit?\(query)") { try $0.objects("items").map(Self.line) }
        }
    }

    /// Who it was, by name where one may know it: the id is what --actor takes.
    private static func actor(_ row: JSONFields) throws -> String {
        let id = try row.string("actor")
        if id.isEmpty { return try row.string("actorKind") }
        return row.has("actorName") ? "\(try row.string("actorName")) (\(id))" : id
    }

    private static func line(_ row: JSONFields) throws -> String {
        let milliseconds = try row.integer("time", in: 0...Int.max)
        var parts = [
            Timestamp.text(Date(timeIntervalSince1970: Double(milliseconds) / 1_000)),
            try actor(row),
            try row.string("action"),
        ]
        for name in ["organization", "superApp", "miniApp", "subject"] as [ExactString] where row.has(name) {
            let code = name == "miniApp" && row.has("code") ? " \(try row.integer("code", in: 0...Int.max))" : ""
            parts.append(try row.string(name) + code)
        }
        if row.has("before") || row.has("after") {
            parts.append("\(try row.shown("before")) → \(try row.shown("after"))")
        }
        if row.has("comment") { parts.append("“\(try row.string("comment"))”") }
        // Whatever others have written stays on its line.
        return parts.map { $0.printable() }.joined(separator: "  ")
    }
}
