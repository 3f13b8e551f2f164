import AtollCenter
import AtollCenterAPI
import AtollCenterDomain
import AtollCenterSignIn
import AtollPackages

/// The people of the demo's Center: a person for each role. Their passwords are printed at each start, so they are not
/// secret; the Center listens on this machine only.
public enum DemoPeople {
    /// A person who works at the Center.
    public struct Person: Sendable {
        /// The name under which they sign in: `atoll login ADDRESS`.
        public let email: String
        public let password: String
        /// Their work there, in a few words.
        public let work: String
        let sample: PeopleService.SamplePerson

        fileprivate init(_ name: String, _ password: String, _ organization: String, _ role: Role, _ work: String) {
            let first = name.split(separator: " ").first.map { $0.lowercased() } ?? name
            email = "\(first)@lagoon.example"
            self.password = password
            self.work = work
            sample = .init(email: email, name: name, password: password, organization: organization, role: role)
        }
    }

    /// The organization that owns Lagoon, and two that publish in it: the reef's mini apps need no review, the
    /// harbour's do.
    static let organizations: [PeopleService.SampleOrganization] = [
        .init(id: "lagoon", name: "Lagoon", ownsSuperApps: true),
        .init(id: "reef", name: "Reef Works", publisher: DemoTrust.publisher),
        .init(id: "harbour", name: "Harbour Kitchen", publisher: DemoTrust.secondPublisher),
    ]

    public static let all = [
        Person("Pat Quinn", "tidal-lantern-31", "platform", .platformAdministrator, "runs the Center"),
        Person("Sam Ito", "amber-kelp-58", "lagoon", .superAppAdministrator, "runs Lagoon"),
        Person("Rita Sol", "paper-heron-74", "lagoon", .reviewer, "reviews versions for Lagoon"),
        Person("Aud Berg", "cobalt-dune-26", "lagoon", .auditor, "reads Lagoon's log"),
        Person("Olga Marsh", "silver-anchor-92", "harbour", .organizationAdministrator, "runs Harbour Kitchen"),
        Person("Dev Rao", "copper-wave-47", "harbour", .developer, "develops for Harbour Kitchen"),
    ]

    /// Creates them, and gives Lagoon to its organization, unless there are people already.
    static func settle(in center: MiniAppCenter) async throws {
        guard let superApp = MiniAppID(DemoTrust.superApp) else { return }
        try await center.people.addSamples(
            organizations, all.map(\.sample), superApp: superApp, named: "Lagoon", of: "lagoon", trusted: ["reef"],
            others: ["harbour"])
        try await center.people.offerPlatform(of: superApp)
    }
}
