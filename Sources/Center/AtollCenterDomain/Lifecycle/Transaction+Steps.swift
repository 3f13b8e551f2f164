import AtollPackages
import SQLStatements

/// The steps that follow by the rules of a release, for every caller.
extension Transaction {
    /// Does what a version's publisher wished to follow its approval.
    ///
    /// Where only the super app's administrators release, publishers have nothing to wish.
    func followWish(of version: VersionRecord) throws -> VersionRecord {
        guard version.miniApp.policy.publisherReleases else { return version }
        switch version.wish {
        case .manual: return version
        case .at(let start) where start > time:
            return try move(
                version, to: .scheduled, as: .scheduleRelease, by: .system, after: "scheduled \(start)"
            ) { $0.starts = start }
        case .automatic, .at:
            // With another release under way, it waits until that is completed.
            guard try obstacle(to: version) == nil else { return version }
            return try releaseIfPossible(version)
        }
    }

    /// Releases a version whose turn has come. If it can't be released, it stays approved with the reason, and a
    /// developer decides. The change that made its turn come is carried out in both cases.
    func releaseIfPossible(_ version: VersionRecord) throws -> VersionRecord {
        do {
            return try releaseByPlan(version)
        } catch let error as ActionError {
            return try move(
                version, to: .approved, as: .unscheduleRelease, by: .system, comment: error.description
            ) { version in
                version.starts = nil
                version.wish = .manual
            }
        }
    }

    /// Releases a version by its plan; to all devices together if it has none, or if the rest would have no version to
    /// run.
    func releaseByPlan(_ version: VersionRecord) throws -> VersionRecord {
        let isFirst = try view.code(of: version.id, in: .live) == nil
        return isFirst || version.plan.steps.isEmpty
            ? try goLive(version, by: .system) : try begin(version, permyriad: nil, groups: [], by: .system)
    }

    /// Releases the approved version of a mini app that waited for another release to be completed.
    func followWaiting(_ id: MiniAppID) throws {
        guard let waiting = try view.version(of: id, in: .approved), waiting.wish != .manual else { return }
        _ = try followWish(of: waiting)
    }

    /// Returns the reason why a version can't reach more devices now, or `nil`.
    func obstacle(to version: VersionRecord) throws -> ActionError? {
        if let fault = publishingFault(of: version) { return fault }
        if version.miniApp.quarantine != nil {
            return refusal("quarantined", "This mini app is quarantined.", of: version)
        }
        if version.expires <= now {
            return refusal("expired", "The publisher's statement about this version has expired.", of: version)
        }
        let released = try view.codes(of: version.id, in: [.rollingOut, .held, .live])
        if let partial = released.first(where: { $0.state != .live }), partial.code != version.code {
            return refusal(
                "other-release",
                "Version \(partial.code) is \(partial.state.rawValue): \(partial.state == .held ? "resume" : "complete") or withdraw it first.",
                of: version)
        }
        if let live = released.first(where: { $0.state == .live }), live.code >= version.code {
            return refusal("outrun", "Version \(live.code) is live already.", of: version)
        }
        if let floor = try view.announcedFloor(above: version), floor > version.code {
            return refusal(
                "below-floor", "Devices have seen a floor of \(floor), and run no version below it.", of: version)
        }
        return nil
    }

    /// Returns the reason why the publisher can no longer release in the super app, or `nil`.
    func publishingFault(of version: VersionRecord) -> ActionError? {
        guard let superApp = version.miniApp.superApp else { return nil }
        switch version.miniApp.publishing {
        case .permitted: return nil
        case .disabled:
            return refusal(
                "disabled-super-app", "Nothing can be released in \(superApp.id): it is disabled.", of: version)
        case .notGranted:
            return refusal(
                "not-granted", "\(superApp.organization) does not let its publisher publish in \(superApp.id).",
                of: version)
        }
    }

    /// Releases a version to some devices: by its plan, or to this share and these groups.
    package func begin(
        _ version: VersionRecord, permyriad: Int?, groups: [String], by actor: AuditActor? = nil
    ) throws -> VersionRecord {
        if let obstacle = try obstacle(to: version) { throw obstacle }
        guard let share = permyriad ?? version.plan.steps.first?.permyriad ?? (groups.isEmpty ? nil : 0) else {
            throw ActionError.invalid("permyriad", "is required for a version without a plan or groups")
        }
        if share == Rollout.everyone { return try goLive(version, by: actor) }
        try checkShare(share, groups: groups)
        try checkOthers(share, of: version)
        return try move(
            version, to: .rollingOut, as: .startRelease, by: actor, after: "rollingOut \(share)"
        ) { version in
            version.permyriad = share
            version.groups = groups
            version.starts = nil
            self.setNextStep(of: &version, from: self.time)
        }
    }

    /// Releases a version that some devices receive to more.
    package func advance(
        _ version: VersionRecord, to permyriad: Int, by actor: AuditActor? = nil, from start: Int? = nil
    ) throws -> VersionRecord {
        guard (1...Rollout.everyone).contains(permyriad), permyriad > version.permyriad else {
            throw ActionError.invalid(
                "permyriad",
                "must be above \(version.permyriad), the share that it has, and at most \(Rollout.everyone)")
        }
        if permyriad == Rollout.everyone { return try goLive(version, by: actor) }
        if let obstacle = try obstacle(to: version) { throw obstacle }
        try checkShare(permyriad, groups: version.groups)
        if version.permyriad == 0 { try checkOthers(permyriad, of: version) }
        return try move(
            version, to: .rollingOut, as: .stepRelease, by: actor, after: "rollingOut \(permyriad)"
        ) { version in
            version.permyriad = permyriad
            self.setNextStep(of: &version, from: start ?? self.time)
        }
    }

    /// Releases a version to all devices; the one before it is superseded.
    func goLive(_ version: VersionRecord, by actor: AuditActor? = nil) throws -> VersionRecord {
        if let obstacle = try obstacle(to: version) { throw obstacle }
        if let live = try view.version(of: version.id, in: .live) {
            try move(live, to: .superseded, as: .versionSuperseded, by: actor)
        }
        let released = try move(version, to: .live, as: .completeRelease, by: actor) { version in
            version.starts = nil
            version.step = version.plan.steps.count
        }
        try followWaiting(version.id)
        // Another one may have followed by itself.
        return try view.version(version.code, of: version.id) ?? released
    }

    /// Checks that a release may have this share, which is not that of all.
    func checkShare(_ permyriad: Int, groups: [String]) throws {
        let least = groups.isEmpty ? 1 : 0
        guard (least..<Rollout.everyone).contains(permyriad) else {
            throw ActionError.invalid("permyriad", "must be from \(least) to \(Rollout.everyone - 1)")
        }
    }

    /// Checks that devices that do not receive a version have another one to run.
    func checkOthers(_ permyriad: Int, of version: VersionRecord) throws {
        guard let live = try view.code(of: version.id, in: .live) else {
            if permyriad == 0 { return }
            throw refusal(
                "first", "No version is live: the first one goes to groups, or to everybody.", of: version)
        }
        guard version.floor <= live.code else {
            throw refusal(
                "floor",
                "Its floor is \(version.floor): devices that don't receive it would run version \(live.code) no more.",
                of: version)
        }
        guard
            try view.statementBytes(of: [live.code, version.code], of: version.id) + 800
                <= ReleaseDescriptor.maximumLength
        else {
            throw refusal(
                "too-long", "Its statement is too long to be announced beside that of version \(live.code).",
                of: version)
        }
    }

    /// Finds the step of a version's plan that follows its share, and when it is due.
    func setNextStep(of version: inout VersionRecord, from start: Int) {
        let steps = version.plan.steps
        let next = steps.firstIndex { $0.permyriad > version.permyriad }
        version.step = next ?? steps.count
        version.stepTime = next.map { start + steps[$0].after }
    }
}
