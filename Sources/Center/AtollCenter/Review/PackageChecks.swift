import AtollCenterDomain
import AtollPackages
import AtollReview
import Foundation
import Logging

/// Checks packages as they are uploaded, one at a time, with what the Center knows of the mini app and of others.
struct PackageChecks: Sendable {
    let store: PeopleStore
    let files: VersionFiles
    let logger: Logger
    private let turns = AsyncTurns(maximumWaiting: 500)
    /// Packages that are checked again are loaded one at a time. Few of one organization wait for it.
    private let turnsAgain = AsyncTurns(maximumWaiting: 100, perKey: 2)

    init(store: PeopleStore, files: VersionFiles, logger: Logger) {
        (self.store, self.files, self.logger) = (store, files, logger)
    }

    /// Checks a stored version again.
    ///
    /// - Throws: A 503 ``Problem`` if too many are checked again already, or a ``ActionError`` if its files are gone.
    func checkAgain(_ version: VersionRecord) async throws -> VersionCheck {
        try await turnsAgain.run(for: version.subject.organization ?? version.id.rawValue) {
            guard let package = try await files.package(version.listing.files) else {
                throw ActionError.conflict(rule: "no-files", "The files of the version are no longer stored.")
            }
            return try await check(package, for: version.miniApp.superApp?.id.rawValue)
        }
    }

    /// Checks a package.
    ///
    /// - Parameter superApp: The super app that it is for, if an organization owns it.
    func check(_ package: MiniAppPackage, for superApp: String?) async throws -> VersionCheck {
        let id = package.manifest.id
        let icons = package.manifest.icons.compactMap { package.fileList.digest(ofFileAt: $0.source) }
        let (base, neighbours, organization) = try await store.read { view in
            (
                try view.approvedVersion(of: id, before: package.manifest.version.code),
                try superApp.map { try view.neighbours(of: id, in: $0, withIcons: icons) } ?? [],
                try view.subject(of: id).organization
            )
        }
        var context = ReviewContext(neighbours: neighbours)
        if let base { context.base = try await files.reviewed(base.files) }
        if base != nil, context.base == nil {
            logger.warning(
                "The version that another one is compared with no longer has files.",
                metadata: ["miniApp": "\(id)", "code": "\(base?.code ?? 0)"])
        }
        let known = context
        return try await turns.run(for: organization ?? id.rawValue) {
            let findings = await BackgroundThread.run { PackageReview().findings(in: package, known) }
            return VersionCheck(
                base: known.base == nil ? nil : base?.code,
                findings: findings.map { CheckedFinding(key: $0.key(in: package.fileList), finding: $0) })
        }
    }
}
