import AtollPackages
import Foundation

/// The rules by which a device accepts a release of a mini app, independent of network and disk.
struct ReleasePolicy: Sendable {
    let repository: SHA256Hash
    let host: HostIdentity
    /// The id by which staged releases tell devices, or the users of one, apart.
    let installID: String
    /// The groups that this device, or this user, is in.
    var groups: Set<String> = []
    /// The version code that has run here, if any: it stays eligible while it is live, for any share of its
    /// rollout.
    var proven: Int?
    let now: Date

    /// The highest version of a descriptor that this device may run.
    ///
    /// - Parameters:
    ///   - floor: The highest floor seen for this mini app; raised by the floors of statements and the publisher's
    ///     file.
    /// - Throws: If no version is accepted, the ``ReleaseRefusal`` of the first one that failed verification, or else
    ///   of the highest version.
    func choose(
        from descriptor: ReleaseDescriptor, of app: MiniAppID, by publisher: PublisherFile, floor: inout Int
    ) throws(ReleaseRefusal) -> AcceptedRelease {
        guard descriptor.app == app else { throw .otherMiniApp(descriptor.app, expected: app.rawValue) }
        floor = max(floor, publisher.floors[app] ?? 0)
        var verified: [(release: ReleaseDescriptor.Release, statement: ReleaseStatement)] = []
        var refusal: ReleaseRefusal?
        for release in descriptor.releases {
            do throws(ReleaseRefusal) {
                let statement = try check(release.statement.verified(by: publisher), of: app)
                // The publisher's floor counts even if the operator holds the release back.
                floor = max(floor, statement.floor)
                verified.append((release, statement))
            } catch {
                refusal = refusal ?? error
            }
        }
        for (release, statement) in verified.sorted(by: { $0.statement.version.code > $1.statement.version.code }) {
            do throws(ReleaseRefusal) {
                try admit(release, statement, floor: floor)
                return AcceptedRelease(statement: statement, permissionsDenied: release.permissionsDenied)
            } catch {
                refusal = refusal ?? error
            }
        }
        throw refusal ?? .noRelease(app)
    }

    /// Returns the statement about an unreleased version, which a device may run as a preview.
    ///
    /// - Parameter floor: The highest floor seen for this mini app.
    /// - Throws: ``ReleaseRefusal``.
    func unreleased(
        _ signed: SignedStatement, of app: MiniAppID, by publisher: PublisherFile, floor: Int
    ) throws(ReleaseRefusal) -> ReleaseStatement {
        let statement = try check(signed.verified(by: publisher), of: app)
        let least = max(floor, publisher.floors[app] ?? 0)
        guard statement.version.code >= least else { throw .belowFloor(code: statement.version.code, floor: least) }
        guard statement.minimumPlatform <= host.platform else {
            throw .newerPlatform(needed: statement.minimumPlatform, has: host.platform)
        }
        return statement
    }

    /// Checks that a statement is about this mini app, for this repository and super app, and has not expired.
    private func check(
        _ statement: ReleaseStatement, of app: MiniAppID
    ) throws(ReleaseRefusal) -> ReleaseStatement {
        guard statement.app == app else { throw .otherMiniApp(statement.app, expected: app.rawValue) }
        guard statement.repository == repository else { throw .otherRepository(statement.repository) }
        guard statement.superApps.contains(host.superApp) else { throw .otherSuperApp(statement.superApps) }
        guard statement.expires > now else { throw .expired(statement.expires) }
        return statement
    }

    /// Checks that this device may run a release whose statement was verified.
    func admit(
        _ release: ReleaseDescriptor.Release, _ statement: ReleaseStatement, floor: Int
    ) throws(ReleaseRefusal) {
        guard statement.version.code >= floor else { throw .belowFloor(code: statement.version.code, floor: floor) }
        guard statement.minimumPlatform <= host.platform else {
            throw .newerPlatform(needed: statement.minimumPlatform, has: host.platform)
        }
        if let minimum = release.minimumHost, !host.isAtLeast(minimum) {
            throw .newerHost(needed: minimum, has: host.version)
        }
        guard release.state == .live else { throw .withdrawn }
        // A running version stays: lowering a share or a hold takes nothing back.
        if statement.version.code == proven { return }
        guard !release.isHeld else { throw .notYet }
        guard !groups.isDisjoint(with: release.groups) || release.includes(installID: installID) else { throw .notYet }
    }
}
