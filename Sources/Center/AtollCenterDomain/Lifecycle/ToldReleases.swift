import AtollPackages

/// The releases of a mini app that were announced to devices, as a descriptor has them.
package struct ToldReleases: Sendable {
    /// The version that all of them receive.
    package var live: Int?
    /// The version that some of them receive.
    package var partial: (code: Int, rollout: Rollout)?
    /// The newest version that was withdrawn.
    package var withdrawn: Int?
    package let isQuarantined: Bool

    /// - Throws: `ReleaseRefusal`.
    package init(_ descriptor: ReleaseDescriptor) throws {
        isQuarantined = descriptor.isQuarantined
        for release in descriptor.releases {
            let code = try ReleaseStatement(parsing: release.statement.bytes).version.code
            if release.state == .withdrawn {
                withdrawn = max(withdrawn ?? 0, code)
            } else if release.permyriad == Rollout.everyone, !release.isHeld {
                live = max(live ?? 0, code)
            } else {
                let rollout = Rollout(
                    permyriad: release.permyriad, groups: release.groups, isHeld: release.isHeld)
                partial = (code, rollout)
            }
        }
    }
}
