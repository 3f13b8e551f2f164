import ArgumentParser
import AtollCenterAPI
import AtollTerminal
import Foundation
import PrintableText
import SignedJSON

/// `atoll audit`: the entries of the audit log that the user may see.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Show what was done at a Center, and by whom, newest first.",
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
    var work: CenterOptions

    func run() async throws {
        try await reporting {
            let parameters = [
                ("organization", organization), ("miniApp", miniApp), ("superApp", superApp), ("actor", actor),
                ("action", action), ("limit", "\(limit)"),
            ]
            let query = parameters.compactMap { name, value in value.map { "\(name)=\(CenterOptions.escaped($0))" } }
                .joined(separator: "&")
            try await work.send("GET", "v1/audit?\(query)") { (page: PageView<AuditEntryView>) in
                page.items.map(Self.line)
            }
        }
    }

    /// The actor of an entry, with the name if the user may see it, and the id, which --actor accepts.
    private static func actor(_ row: AuditEntryView) -> String {
        if row.actor.isEmpty { return row.actorKind }
        return row.actorName.map { "\($0) (\(row.actor))" } ?? row.actor
    }

    private static func line(_ row: AuditEntryView) -> String {
        let time = Date(timeIntervalSince1970: Double(row.time) / 1_000)
        var parts = [Timestamp.text(time), actor(row), row.action]
        let miniApp = row.miniApp.map { $0 + (row.code.map { " \($0)" } ?? "") }
        parts += [row.organization, row.superApp, miniApp, row.subject].compactMap(\.self)
        if row.before != nil || row.after != nil {
            parts.append("\(row.before ?? "–") → \(row.after ?? "–")")
        }
        if let comment = row.comment { parts.append("“\(comment)”") }
        // Text by others can't start a new line.
        return parts.map { $0.printable() }.joined(separator: "  ")
    }
}
