/// Whether the user sees the mini app, and the facts that it knows about the user.
extension MiniAppSession {
    /// The time for which a hidden mini app continues as before.
    private static let restAfter = Duration.seconds(5)

    /// Call this when the app goes into the background, and when it comes back: the mini app is notified, and after
    /// some seconds may only store data, and report its state, until it is shown.
    public func noteHidden(_ isHidden: Bool) {
        if !isHidden { hiddenSince = nil } else if hiddenSince == nil { hiddenSince = now() }
        let state: BridgeValue = isHidden ? "hidden" : "shown"
        tell("lifecycle.page", ["state": state])
        tell("lifecycle.global", ["state": state])
    }

    var isResting: Bool { hiddenSince.map { now() - $0 > Self.restAfter } ?? false }

    /// The facts that determine the result of `user.profile`, with the user's name and photo if the mini app may know
    /// them. When they change, send the mini app `user.changed`.
    public func userFacts(name: String, photo: String?) -> [String] {
        guard case .running(let loaded) = phase else { return [] }
        let states = states(of: loaded)
        return ["user.name": name, "user.photo": photo ?? ""].sorted { $0.key < $1.key }.map { permission, value in
            let state = states[permission] ?? .unavailable
            return state == .granted ? "granted \(value)" : state.rawValue
        }
    }
}

extension BridgeError {
    /// The mini app is hidden.
    static let hidden = BridgeError(
        .limited, "The mini app is hidden. Try again when it is shown.", data: ["retryAfter": .integer(1_000)])
}
