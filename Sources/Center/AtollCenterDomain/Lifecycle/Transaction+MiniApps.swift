import AtollPackages
import SQLStatements

extension Transaction {
    /// Creates a mini app that has no version yet, so that it has its super app, details and access before the first
    /// one.
    ///
    /// - Throws: ``ActionError``; ``ActionError/conflict(rule:_:)`` if the organization does not publish in the super
    ///   app.
    package func createMiniApp(
        _ text: String, in superApp: String, organization: String, by caller: Caller
    ) throws -> MiniAppRecord {
        try view.require(
            .manageMiniApps, of: PermissionSubject(organization: organization, miniApp: text), by: caller,
            named: "organization")
        let owner = try openOrganization(organization)
        guard let publisher = owner.publisher else {
            throw ActionError.conflict(rule: "no-publisher", "The organization does not publish.")
        }
        guard let id = MiniAppID(text), id.belongs(to: publisher) else {
            throw ActionError.invalid("id", "must be an id that begins with \(publisher) and a dot")
        }
        // Of a Center with publisher ids that begin with another, the longer one owns the mini app.
        guard try view.subject(of: id).organization == organization else {
            throw ActionError.invalid("id", "belongs to another organization, whose publisher id it begins with")
        }
        guard let superApp = try view.superApp(superApp) else { throw ActionError.unknown("super app") }
        switch try view.publishing(in: superApp, by: organization) {
        case .permitted: break
        case .disabled:
            throw ActionError.conflict(
                rule: "super-app-disabled", "This super app is disabled: nothing can be published in it.")
        case .notGranted:
            throw ActionError.conflict(
                rule: "not-granted", "The organization does not publish in this super app: ask its owner for a grant.")
        }
        guard try view.miniApp(id) == nil else {
            throw ActionError.taken("id", "There is a mini app with this id already.")
        }
        let count = try session.row(
            "SELECT count(*) FROM mini_app WHERE publisher = \(.text(publisher.rawValue)) AND current_code = 0"
        )?.int(0)
        guard count ?? 0 < Self.maximumUnpublished else {
            throw ActionError.conflict(
                rule: "too-many", "An organization has at most \(Self.maximumUnpublished) unpublished mini apps.")
        }
        try session.perform(
            """
            INSERT INTO mini_app (id, publisher, name, current_code, super_app)
            VALUES (\(.text(text)), \(.text(publisher.rawValue)), \(.text(text)), 0, \(.text(superApp.id.rawValue)))
            """)
        try note(
            AuditRecord(
                .createMiniApp, organization: organization, superApp: superApp.id.rawValue, miniApp: text))
        guard let created = try view.miniApp(id) else { throw ActionError.unknown("mini app") }
        return created
    }

    /// The most mini apps of an organization that devices were never told of.
    static let maximumUnpublished = 1_000
}
