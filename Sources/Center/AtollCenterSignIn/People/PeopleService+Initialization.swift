import AtollCenterAPI
import AtollCenterDomain
import Foundation

extension PeopleService {
    /// Makes the organization that runs the Center, and its first administrator.
    ///
    /// - Throws: ``ActionError/conflict(rule:_:)`` if there is one already, or ``ActionError`` for what is not valid.
    package func makeFirstAdministrator(
        email: String, name: String, password: String, organization: String
    ) async throws {
        let hash = try await hash(password, knowing: [email, name])
        let id = newID()
        try await store.change(by: .operator) { change in
            guard try change.view.organization(Organization.platform) == nil else {
                throw ActionError.conflict(
                    rule: "initialized",
                    "The Center has an administrator already. Others are invited: atoll member invite")
            }
            _ = try change.createOrganization(
                Organization.platform, name: organization, publisher: nil, ownsSuperApps: false, by: .operator)
            _ = try change.createAccount(id, email: email, name: name, password: hash)
            let roles = [AssignedRole(.platformAdministrator), AssignedRole(.organizationAdministrator)]
            try change.join(id, Organization.platform, as: roles)
            try change.note(
                AuditRecord(
                    .changeRoles, organization: Organization.platform, subject: id,
                    after: AssignedRole.summary(of: roles)))
        }
    }
}
