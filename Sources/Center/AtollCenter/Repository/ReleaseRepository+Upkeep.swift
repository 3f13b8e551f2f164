import AtollCenterDomain
import AtollTrust
import Foundation
import Logging
import PrintableText
import SignedJSON
import TUF

extension ReleaseRepository {
    /// An offline role that expires soon or has expired.
    struct Warning: Encodable, Hashable {
        let role: String
        let expires: Date
    }

    /// The roles that must be signed offline within 60 days, with one entry for all bins of publishers.
    func warnings() async throws -> [Warning] {
        let end = now().addingTimeInterval(TrustRoles.warning)
        var warnings: [Warning] = []
        let roles = ["root", "targets", TrustRoles.publishers, TrustRoles.releases]
        for status in try await statuses(of: roles) where status.expires < end {
            warnings.append(Warning(role: status.role, expires: status.expires))
        }
        let bins = try await read { $0.bins(under: TrustRoles.publishers) }
        if let first = try await statuses(of: bins).map(\.expires).min(), first < end {
            warnings.append(Warning(role: "bins of \(TrustRoles.publishers)", expires: first))
        }
        return warnings
    }

    /// The statuses of roles, whose files are fetched a few at a time.
    private func statuses(of roles: [String]) async throws -> [TUFRoleStatus] {
        var statuses: [TUFRoleStatus] = []
        for start in stride(from: 0, to: roles.count, by: 64) {
            let part = roles[start..<min(start + 64, roles.count)]
            statuses += try await read(preparing: { repository in part.compactMap { repository.path(of: $0) } }) {
                repository in try part.map { try repository.status(of: $0) }
            }
        }
        return statuses
    }

    /// Does the work that is due: accepts changes that were signed offline, renews the timestamp and some bins each
    /// day, adopts the next keys, and removes files that were replaced more than a day ago.
    func keepUp() async throws {
        do {
            _ = try await place.files()
        } catch CenterError.noRepository {
            return
        }
        try await takeInOfflineRoles()
        if try await !namesKeys() { logger.error("\(Self.otherKeys)") }
        let time = now()
        let bins = try await dueBins(at: time)
        let timestamp = try await read { try $0.status(of: "timestamp") }
        let signed = timestamp.expires.addingTimeInterval(-TrustRoles.lifetime(of: "timestamp"))
        let isChanged = try await read { $0.isChanged }
        if !bins.isEmpty || time.timeIntervalSince(signed) >= TrustRoles.timestampAge || isChanged {
            try await place.change { files in
                try await self.change(files, preparing: { repository in bins.compactMap { repository.path(of: $0) } }) {
                    for bin in bins { try $0.renew(bin) }
                    try $0.publish()
                }
            }
            if !bins.isEmpty { try await place.noteBinsSigned(at: time) }
            logger.info("Renewed the repository's online roles.", metadata: ["bins": "\(bins.count)"])
        }
        try await adoptKeys()
        try await place.prune(replacedBefore: time.addingTimeInterval(-86_400))
        for warning in try await warnings() {
            logger.warning(
                "A role must be signed offline before it expires.",
                metadata: ["role": "\(warning.role)", "expires": "\(Timestamp.text(warning.expires))"])
        }
    }

    /// The bins to sign today: enough of the oldest ones that each bin is signed once in half of its lifetime.
    private func dueBins(at time: Date) async throws -> [String] {
        // A clock that was set back must not stop this for good.
        if let last = try await place.binsSigned(), last <= time, time.timeIntervalSince(last) < 86_400 { return [] }
        let names = try await read { $0.bins(under: TrustRoles.releases) }
        let days = TrustRoles.binLifetime / 2 / 86_400
        // cannot trap: a number of bins, divided by a number of days.
        let quota = Int((Double(names.count) / days).rounded(.up))
        let statuses = try await statuses(of: names).sorted { $0.expires < $1.expires }
        let fresh = time.addingTimeInterval(TrustRoles.binLifetime - 86_400)
        let late = time.addingTimeInterval(TrustRoles.binLifetime / 2)
        let oldest = statuses.prefix(quota).filter { $0.expires < fresh }
        // After the Center was stopped for long, more than a day's share is late.
        return (oldest + statuses.dropFirst(quota).filter { $0.expires < late }).map(\.role)
    }

    /// Accepts the changes that were signed offline. One that is refused is set aside, and logged.
    private func takeInOfflineRoles() async throws {
        for name in try await place.proposals() {
            do {
                let data = try await place.proposal(name)
                let roles = try TrustProposal.parse(data, named: name)
                let time = now()
                try await place.change { files in
                    // A process may have been killed after accepting it; or another one was faster.
                    if try await self.hasAccepted(roles, in: files) { return }
                    try await self.change(files, preparing: { Self.paths(of: roles, in: $0) }) { repository in
                        try TrustForm.check(roles, on: repository, at: time)
                        try repository.accept(roles)
                        try repository.publish()
                    }
                }
                try await place.removeProposal(name, data)
                logger.notice(
                    "A change that was signed offline was accepted.",
                    metadata: ["roles": "\(TrustRoles.names(of: roles.map(\.role)))"])
            } catch let error where Self.isPassing(error) {
                logger.error(
                    "A change that was signed offline could not be accepted; it is retried.",
                    metadata: ["file": "\(name)", "error": "\(ErrorText.sentence(of: error))"])
            } catch {
                logger.error(
                    "A change that was signed offline was refused.",
                    metadata: ["file": "\(name)", "error": "\(ErrorText.sentence(of: error))"])
                await setAside(name, because: error)
            }
        }
    }

    /// Whether the repository has exactly these roles already, or had them.
    private func hasAccepted(_ roles: [TUFSignedRole], in files: any RepositoryFiles) async throws -> Bool {
        let repository = try await open(files).repository
        return try await files.reading {
            try roles.allSatisfy { role in
                guard let version = Self.version(of: role) else { return false }
                let current =
                    role.role == "root"
                    ? repository.rootVersion : try repository.versions(of: [role.role])[role.role] ?? 0
                guard version <= current else { return false }
                return try files.read("metadata/\(version).\(role.role).json") == role.metadata
            }
        }
    }

    private static func version(of role: TUFSignedRole) -> Int? {
        guard case .object(let envelope)? = try? JSONValue(parsing: role.metadata),
            case .object(let signed)? = envelope["signed"], case .integer(let version)? = signed["version"]
        else { return nil }
        return version
    }

    /// The files that accepting these roles reads: new keys have every bin signed again.
    private static func paths(of roles: [TUFSignedRole], in repository: TUFRepository) -> [String] {
        let names = Set(roles.map(\.role))
        guard !names.isDisjoint(with: ["root", "targets", TrustRoles.publishers, TrustRoles.releases]) else {
            return names.compactMap { repository.path(of: $0) }
        }
        return repository.roles.compactMap { repository.path(of: $0) }
    }

    /// Whether an error may be temporary: one of the disk, of another process, or of keys that are being replaced.
    private static func isPassing(_ error: any Error) -> Bool {
        switch error {
        case TUFError.storage, TUFError.changedElsewhere, TUFError.keysMissing: true
        case is TUFError, is CeremonyError: false
        default: true
        }
    }

    /// If it fails, the Center's other work continues.
    private func setAside(_ name: String, because error: any Error) async {
        do {
            try await place.refuseProposal(name, because: ErrorText.sentence(of: error))
        } catch {
            logger.error(
                "A refused change could not be set aside.", metadata: ["error": "\(ErrorText.sentence(of: error))"])
        }
    }
}
