import AtollCenterAPI
import AtollPackages
import SQLStatements

extension Transaction {
    /// Sets the time at which a version is released.
    package func schedule(_ code: Int, of id: String, at start: Int, revision: Int?, by caller: Caller) throws
        -> VersionRecord
    {
        let version = try releasable(code, of: id, .schedule, revision: revision, by: caller)
        try checkWish(.at(start), of: version)
        return try move(version, to: .scheduled, as: .scheduleRelease, after: "scheduled \(start)") {
            $0.starts = start
        }
    }

    /// Drops the time at which a version would be released.
    package func unschedule(_ code: Int, of id: String, revision: Int?, by caller: Caller) throws -> VersionRecord {
        let version = try releasable(code, of: id, .unschedule, revision: revision, by: caller)
        return try move(version, to: .approved, as: .unscheduleRelease) { version in
            version.starts = nil
            version.wish = .manual
        }
    }

    /// Releases a version to some devices: by its plan, or to this share and these groups.
    ///
    /// - Parameter permyriad: How many of 10,000 devices; nil with a plan.
    package func start(
        _ code: Int, of id: String, permyriad: Int?, groups: [String], plan: ReleasePlan?, revision: Int?,
        by caller: Caller
    ) throws -> VersionRecord {
        var version = try releasable(code, of: id, .start, revision: revision, by: caller)
        if let plan { version.plan = plan }
        return try begin(version, permyriad: permyriad, groups: try checked(groups))
    }

    /// Releases a version to more devices.
    package func step(_ code: Int, of id: String, to permyriad: Int, revision: Int?, by caller: Caller) throws
        -> VersionRecord
    {
        let version = try releasable(code, of: id, .step, revision: revision, by: caller)
        return try advance(version, to: permyriad)
    }

    /// Stops a version from reaching more devices; those that have it run it.
    package func hold(_ code: Int, of id: String, reason: String, revision: Int?, by caller: Caller) throws
        -> VersionRecord
    {
        let version = try view.version(code, of: id, for: .holdRelease, by: caller)
        try check(.hold, of: version, revision: revision)
        return try move(version, to: .held, as: .holdRelease, comment: try text(reason, as: "reason", atLeast: 1))
    }

    /// Resumes a held release at the given share.
    package func resume(
        _ code: Int, of id: String, permyriad: Int, revision: Int?, by caller: Caller
    ) throws -> VersionRecord {
        let version = try releasable(code, of: id, .resume, revision: revision, by: caller)
        if let obstacle = try obstacle(to: version) { throw obstacle }
        try checkShare(permyriad, groups: version.groups)
        if version.permyriad == 0, permyriad > 0 { try checkOthers(permyriad, of: version) }
        try forgetStarts(of: code, of: version.id)
        return try move(version, to: .rollingOut, as: .resumeRelease, after: "rollingOut \(permyriad)") { version in
            version.permyriad = permyriad
            self.setNextStep(of: &version, from: self.time)
        }
    }

    /// Releases a version to all devices.
    package func complete(_ code: Int, of id: String, revision: Int?, by caller: Caller) throws -> VersionRecord {
        try goLive(releasable(code, of: id, .complete, revision: revision, by: caller))
    }

    /// Sets the steps by which a version reaches more devices; without any, each share is set by hand.
    package func setPlan(_ plan: ReleasePlan, of code: Int, _ id: String, revision: Int?, by caller: Caller) throws
        -> VersionRecord
    {
        let version = try releasable(code, of: id, .plan, revision: revision, by: caller)
        let reason = version.state == .held ? version.comment : nil
        return try move(
            version, to: version.state, as: .scheduleRelease, comment: reason, after: try plan.stored
        ) { version in
            version.plan = plan
            if version.state == .rollingOut { self.setNextStep(of: &version, from: self.time) }
        }
    }

    private func releasable(
        _ code: Int, of id: String, _ transition: Transition, revision: Int?, by caller: Caller
    ) throws -> VersionRecord {
        let version = try view.version(code, of: id, for: .release, by: caller)
        try view.requireConfirmation(of: caller)
        try check(transition, of: version, revision: revision)
        return version
    }

    private func checked(_ groups: [String]) throws -> [String] {
        let isValid = groups.allSatisfy { name in
            (1...Rollout.maximumGroupName).contains(name.utf8.count)
                && name.utf8.allSatisfy { byte in
                    (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2d
                }
        }
        guard isValid, groups.count <= Rollout.maximumGroups, Set(groups).count == groups.count else {
            throw ActionError.invalid(
                "groups",
                "must be at most \(Rollout.maximumGroups) different names of lower-case letters, digits and hyphens")
        }
        return groups
    }
}
