import AtollCenterAPI
import AtollPackages

extension Transaction {
    private static let reason = "The database was restored from a copy that was older than the announced releases."

    /// Brings a mini app to its announced state, after the database was restored from an older copy: withdrawn
    /// versions stay withdrawn, and released ones stay released.
    ///
    /// - Returns: Whether the database was older, and was changed.
    package func adopt(_ told: ToldReleases, of id: MiniAppID) throws -> Bool {
        if told.isQuarantined {
            guard let miniApp = try view.miniApp(id), miniApp.quarantine == nil else { return false }
            try quarantine(miniApp, Self.reason)
            return true
        }
        let versions = try view.versions(of: id, limit: 10_000)
        func state(_ code: Int?) -> VersionState? { versions.first { $0.code == code }?.state }
        let hasNothingLeft = told.live == nil && told.partial == nil
        let isAhead =
            told.withdrawn != nil && state(told.withdrawn) != .withdrawn
            || hasNothingLeft && versions.contains { $0.state.isReleased && $0.code < told.withdrawn ?? 0 }
            || state(told.live).map { $0.isBeforeRelease || $0.isPartial } == true
            || state(told.partial?.code)?.isBeforeRelease == true
            || told.partial?.rollout.isHeld == true && state(told.partial?.code) == .rollingOut
        guard isAhead else { return false }
        let last = [told.live, told.partial?.code, told.withdrawn].compactMap(\.self).max() ?? 0
        for version in versions where version.state.isReleased || version.state == .superseded {
            guard version.code != told.live, version.code != told.partial?.code, version.code <= last else { continue }
            if version.code > told.live ?? 0 {
                // Devices went back over it.
                _ = try withdraw(version, fallback: nil, reason: Self.reason)
            } else if version.state.isReleased {
                try move(version, to: .superseded, as: .versionSuperseded, by: .system, comment: Self.reason)
            }
        }
        if let live = told.live, let version = try view.version(live, of: id) {
            if version.state == .superseded { try goBack(to: live, of: id) }
            if version.state.isBeforeRelease || version.state.isPartial {
                try move(version, to: .live, as: .completeRelease, by: .system, comment: Self.reason)
            }
        }
        if let partial = told.partial, let version = try view.version(partial.code, of: id),
            version.state.isBeforeRelease || version.state == .rollingOut && partial.rollout.isHeld
        {
            let (state, action) =
                partial.rollout.isHeld ? (VersionState.held, AuditAction.holdRelease) : (.rollingOut, .startRelease)
            try move(version, to: state, as: action, by: .system, comment: Self.reason) { version in
                version.permyriad = partial.rollout.permyriad
                version.groups = partial.rollout.groups
                version.starts = nil
            }
        }
        return true
    }
}

extension VersionState {
    /// Whether some devices receive it.
    fileprivate var isPartial: Bool { self == .rollingOut || self == .held }

    /// Whether it may still be released.
    fileprivate var isBeforeRelease: Bool {
        switch self {
        case .draft, .submitted, .inReview, .approved, .scheduled: true
        default: false
        }
    }
}
