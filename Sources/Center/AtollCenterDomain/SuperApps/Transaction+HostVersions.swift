import AtollCenterAPI
import AtollPackages
import SQLStatements

extension Transaction {
    /// Adds a version of a super app on a platform.
    package func addHostVersion(
        _ version: String, on platform: HostPlatform, apiLevel: Int, of id: String, by caller: Caller
    ) throws -> HostVersion {
        let superApp = try view.superApp(id, for: .manageHostVersions, by: caller)
        guard HostVersion.isVersion(version) else {
            throw ActionError.invalid("version", "must be 1 to 4 numbers separated by dots, such as 2.1")
        }
        guard (1...1_000).contains(apiLevel) else { throw ActionError.invalid("apiLevel", "must be from 1 to 1000") }
        let others = try view.hostVersions(of: superApp.id)
        guard !others.contains(where: { $0.platform == platform && $0.isSame(as: version) }) else {
            throw ActionError.taken("version", "The super app has this version on this platform already.")
        }
        guard others.count < HostVersion.maximumCount else {
            throw ActionError.conflict(
                rule: "too-many-versions", "A super app has at most \(HostVersion.maximumCount) versions.")
        }
        try session.perform(
            """
            INSERT INTO host_version (super_app, platform, version, api_level, created)
            VALUES (\(.text(id)), \(.text(platform.rawValue)), \(.text(version)), \(.integer(apiLevel)),
                \(.integer(time)))
            """)
        try note(
            AuditRecord(
                .addHostVersion, organization: superApp.organization, superApp: id,
                subject: "\(platform.rawValue) \(version)", after: "API level \(apiLevel)"))
        return try found(version, platform, superApp)
    }

    /// Says whether mini apps may be submitted for a version of a super app.
    package func setEnabled(
        _ isEnabled: Bool, hostVersion version: String, on platform: HostPlatform, of id: String, by caller: Caller
    ) throws -> HostVersion {
        let superApp = try view.superApp(id, for: .manageHostVersions, by: caller)
        let old = try found(version, platform, superApp)
        guard old.isEnabled != isEnabled else { return old }
        try session.perform(
            """
            UPDATE host_version SET is_enabled = \(.flag(isEnabled))
            WHERE super_app = \(.text(id)) AND platform = \(.text(platform.rawValue)) AND version = \(.text(version))
            """)
        try note(
            AuditRecord(
                isEnabled ? .enableHostVersion : .disableHostVersion, organization: superApp.organization,
                superApp: id, subject: "\(platform.rawValue) \(version)"))
        return try found(version, platform, superApp)
    }

    private func found(_ version: String, _ platform: HostPlatform, _ superApp: SuperApp) throws -> HostVersion {
        guard let found = try view.hostVersion(version, on: platform, of: superApp.id) else {
            throw ActionError.unknown("version of the super app")
        }
        return found
    }
}
