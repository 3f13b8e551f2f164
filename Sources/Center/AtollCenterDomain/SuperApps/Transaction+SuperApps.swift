import AtollPackages
import SQLStatements

extension Transaction {
    /// Creates a super app, or gives one that the Center serves already to an organization.
    ///
    /// From then on, only its owner's organization and those with a ``Grant`` publish in it. Current publishers may
    /// continue: those whose mini apps name it in the version that devices have.
    ///
    /// - Complexity: Reads the search index once.
    package func createSuperApp(
        _ id: MiniAppID, name: String, organization: String, by caller: Caller
    ) throws -> SuperApp {
        let subject = PermissionSubject(
            organization: organization, superApp: id.rawValue, superAppOwner: organization)
        try view.require(.manageSuperApps, of: subject, by: caller, named: "organization")
        try view.requireConfirmation(of: caller)
        let owner = try openOrganization(organization)
        // Its name belongs to no other publisher; for any other, the Center's administrators know whose it is.
        if owner.publisher.map(id.belongs) != true {
            guard try view.allows(.manageOrganizations, of: .center, to: caller) else {
                throw ActionError.invalid(
                    "id", "must begin with the organization's publisher id; those who run the Center create others")
            }
        }
        guard owner.ownsSuperApps else {
            throw ActionError.conflict(
                rule: "owns-none",
                "\(owner.name) may not own super apps. An administrator of the Center permits it with: "
                    + "atoll org super-apps \(owner.id) on")
        }
        try Name.check(name, as: "name", upTo: SuperApp.maximumName)
        guard try view.superApp(id.rawValue) == nil else {
            throw ActionError.taken("id", "There is a super app with this id already.")
        }
        guard try view.superApps(of: organization).count < SuperApp.maximumCount else {
            throw ActionError.conflict(
                rule: "too-many-super-apps", "An organization has at most \(SuperApp.maximumCount) super apps.")
        }
        try session.perform(
            """
            INSERT INTO owned_super_app (id, organization, name, created)
            VALUES (\(.text(id.rawValue)), \(.text(organization)), \(.text(name)), \(.integer(time)))
            """)
        try note(AuditRecord(.createSuperApp, organization: organization, superApp: id.rawValue, after: name))
        for publisher in try view.publishers(in: id) {
            guard let publishing = try view.organization(publishing: publisher), publishing.id != organization,
                !publishing.isClosed
            else { continue }
            try put(.given, of: id, to: publishing.id, comment: "")
            try note(
                AuditRecord(
                    .giveGrant, organization: organization, superApp: id.rawValue, subject: publishing.id,
                    comment: "It publishes in it already."))
        }
        return try found(id)
    }

    /// Gives a super app another name.
    ///
    /// - Parameter revision: The revision that the caller has seen, or nil for any.
    package func renameSuperApp(_ id: String, to name: String, revision: Int?, by caller: Caller) throws -> SuperApp {
        let old = try view.superApp(id, for: .manageSuperApps, by: caller)
        try view.requireConfirmation(of: caller)
        try check(revision, of: old)
        guard name != old.name else { return old }
        try Name.check(name, as: "name", upTo: SuperApp.maximumName)
        try session.perform(
            """
            UPDATE owned_super_app SET name = \(.text(name)), revision = revision + 1 WHERE id = \(.text(id))
            """)
        try note(
            AuditRecord(
                .changeSuperApp, organization: old.organization, superApp: id, subject: "name", before: old.name,
                after: name))
        return try found(old.id)
    }

    /// Sets what a super app asks of versions, and who may release them.
    package func setPolicy(_ policy: ReviewPolicy, of id: String, revision: Int?, by caller: Caller) throws -> SuperApp
    {
        let old = try view.superApp(id, for: .manageSuperApps, by: caller)
        try view.requireConfirmation(of: caller)
        try check(revision, of: old)
        guard (0...ReviewPolicy.maximumApprovals).contains(policy.approvals) else {
            throw ActionError.invalid("approvals", "must be from 0 to \(ReviewPolicy.maximumApprovals)")
        }
        guard policy != old.policy else { return old }
        try session.perform(
            """
            UPDATE owned_super_app SET approvals = \(.integer(policy.approvals)),
                publisher_releases = \(.flag(policy.publisherReleases)), self_review = \(.flag(policy.selfReview)),
                needs_browser_checks = \(.flag(policy.needsBrowserChecks)), revision = revision + 1
            WHERE id = \(.text(id))
            """)
        try note(
            AuditRecord(
                .changeSuperApp, organization: old.organization, superApp: id, subject: "policy",
                before: old.policy.summary, after: policy.summary))
        return try found(old.id)
    }

    /// Disables a super app, which stops publishing in it, or enables it again.
    package func setDisabled(_ isDisabled: Bool, superApp id: String, comment: String?, by caller: Caller) throws
        -> SuperApp
    {
        let old = try view.superApp(id, for: .manageSuperApps, by: caller)
        try view.requireConfirmation(of: caller)
        guard old.isDisabled != isDisabled else { return old }
        try session.perform(
            """
            UPDATE owned_super_app SET is_disabled = \(.flag(isDisabled)), revision = revision + 1
            WHERE id = \(.text(id))
            """)
        try note(
            AuditRecord(
                isDisabled ? .disableSuperApp : .changeSuperApp, organization: old.organization, superApp: id,
                subject: "state", before: old.isDisabled ? "disabled" : "enabled",
                after: isDisabled ? "disabled" : "enabled", comment: comment))
        return try found(old.id)
    }

    /// An organization that is not closed.
    func openOrganization(_ id: String) throws -> Organization {
        guard let found = try view.organization(id) else { throw ActionError.unknown("organization") }
        guard !found.isClosed else { throw ActionError.conflict(rule: "closed", "The organization is closed.") }
        return found
    }

    private func found(_ id: MiniAppID) throws -> SuperApp {
        guard let found = try view.superApp(id.rawValue) else { throw ActionError.unknown("super app") }
        return found
    }

    private func check(_ revision: Int?, of superApp: SuperApp) throws(ActionError) {
        guard revision == nil || revision == superApp.revision else { throw .changed(revision: superApp.revision) }
    }
}

extension ReviewPolicy {
    /// The policy as people read it in the audit log.
    fileprivate var summary: String {
        "approvals \(approvals), publisher releases \(publisherReleases), self review \(selfReview), "
            + "browser checks \(needsBrowserChecks)"
    }
}
