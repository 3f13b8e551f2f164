import AtollCenterAPI
import AtollCenterDomain
import AtollCredentials
import AtollPackages

extension PeopleService {
    /// An organization that a demo has from the start.
    package struct SampleOrganization: Sendable {
        package let id: String
        package let name: String
        package let publisher: PublisherID?
        package let ownsSuperApps: Bool

        package init(id: String, name: String, publisher: PublisherID? = nil, ownsSuperApps: Bool = false) {
            self.id = id
            self.name = name
            self.publisher = publisher
            self.ownsSuperApps = ownsSuperApps
        }
    }

    /// A person of a demo, with a password that is public.
    package struct SamplePerson: Sendable {
        package let email: String
        package let name: String
        package let password: String
        package let organization: String
        package let role: Role

        package init(email: String, name: String, password: String, organization: String, role: Role) {
            self.email = email
            self.name = name
            self.password = password
            self.organization = organization
            self.role = role
        }
    }

    /// Adds a version of a demo's super app that offers this version's platform, if it has none: what an earlier
    /// version of the demo has made may be older.
    package func offerPlatform(of superApp: MiniAppID) async throws {
        try await store.change(by: .operator) { change in
            guard try change.view.superApp(superApp.rawValue) != nil else { return }
            let versions = try change.view.hostVersions(of: superApp)
            guard !versions.contains(where: { $0.platform == .web && $0.apiLevel >= HostIdentity.offeredPlatform })
            else { return }
            _ = try change.addHostVersion(
                "0.\(HostIdentity.offeredPlatform)", on: .web, apiLevel: HostIdentity.offeredPlatform,
                of: superApp.rawValue, by: .operator)
        }
    }

    /// Makes organizations, people and a super app for a demo, unless there are people already.
    ///
    /// - Parameters:
    ///   - owner: The organization that owns the super app.
    ///   - trusted: The organizations that publish in it without a review.
    ///   - others: Those whose versions are reviewed.
    package func addSamples(
        _ organizations: [SampleOrganization], _ people: [SamplePerson], superApp: MiniAppID, named name: String,
        of owner: String, trusted: [String], others: [String]
    ) async throws {
        guard try await store.read({ try $0.organization(Organization.platform) }) == nil else { return }
        var hashed: [(id: String, person: SamplePerson, hash: PasswordHash)] = []
        for person in people { hashed.append((newID(), person, try await hash(person.password, knowing: []))) }
        let ready = hashed
        try await store.change(by: .operator) { change in
            _ = try change.createOrganization(
                Organization.platform, name: "The Center", publisher: nil, ownsSuperApps: false, by: .operator)
            for organization in organizations {
                _ = try change.createOrganization(
                    organization.id, name: organization.name, publisher: organization.publisher,
                    ownsSuperApps: organization.ownsSuperApps, by: .operator)
            }
            for (id, person, hash) in ready {
                _ = try change.createAccount(id, email: person.email, name: person.name, password: hash)
                try change.join(id, person.organization, as: [AssignedRole(person.role)])
            }
            _ = try change.createSuperApp(superApp, name: name, organization: owner, by: .operator)
            _ = try change.addHostVersion(
                "0.1", on: .web, apiLevel: HostIdentity.offeredPlatform, of: superApp.rawValue, by: .operator)
            for id in trusted + others {
                _ = try change.giveGrant(
                    of: superApp.rawValue, to: id, comment: nil, needsReview: others.contains(id), by: .operator)
            }
        }
    }
}
