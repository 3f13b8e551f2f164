import AtollPackages
import AtollPages
import AtollRuntime
import AtollTexts
import Foundation

/// The page on which users see what mini apps may do and when they last did it, and can revoke permissions.
struct PermissionPages: Sendable {
    let consents: ConsentStore
    let center: CenterAccess
    let templates: Templates

    private struct Row: Encodable, Sendable {
        let miniApp: String
        let permission: String
        let words: String
        let used: String
        let isGranted: Bool
        let back: String
    }

    private struct Group: Encodable, Sendable {
        let id: String
        let name: String
        let rows: [Row]
        let back: String
    }

    private struct Body: Encodable, Sendable {
        let groups: [Group]
        let hasNone: Bool
    }

    func page<F>(_ context: PageContext<F>) async throws -> Page {
        guard let user = context.user else { throw ShellError.signedOut }
        let ledger = try await consents.ledger(of: user.id)
        let back = context.current
        var groups: [Group] = []
        let once = await consents.allowedOnce(by: user.id)
        let ids = Set(ledger.miniApps + once.map(\.miniApp)).sorted { $0.rawValue < $1.rawValue }
        for id in ids {
            let name = await center.name(of: id, for: user.id)
            var rows = once.filter { $0.miniApp == id }.map { allowance in
                Row(
                    miniApp: id.rawValue, permission: allowance.permission,
                    words: PermissionWords.sentence(for: allowance.permission),
                    used: localized("Allowed until it is closed"), isGranted: true, back: back)
            }
            rows += ledger.entries(for: id).filter { entry in
                !rows.contains { $0.permission == entry.permission }
            }.map { permission, entry in
                Row(
                    miniApp: id.rawValue, permission: permission, words: PermissionWords.sentence(for: permission),
                    used: Self.use(entry, in: context.timeZone), isGranted: entry.decision == .granted, back: back)
            }
            groups.append(Group(id: id.rawValue, name: name, rows: rows, back: back))
        }
        return Page(
            localized("Permissions"), templates.render("permissions", Body(groups: groups, hasNone: groups.isEmpty)))
    }

    /// The state, and how often the permission was used: in the user's time zone, or in UTC if it is unknown.
    private static func use(_ entry: PermissionLedger.Entry, in zone: String?) -> String {
        let isGranted = entry.decision == .granted
        guard let last = entry.lastUse else { return isGranted ? localized("Not used yet") : localized("Not allowed") }
        let use =
            if let zone = zone.flatMap(TimeZone.init(identifier:)) {
                localized("Used \(entry.uses) times, last on \(TextDate.text(last, "yMMMMdHHmm", in: zone))")
            } else {
                localized("Used \(entry.uses) times, last on \(TextDate.text(last, "yMMMMdHHmm")) UTC")
            }
        return isGranted ? use : localized("Not allowed") + " · " + use
    }
}
