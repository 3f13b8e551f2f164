/// Whether somebody sees the mini app, and what it knows of them.
extension MiniAppSession {
    /// For how long a mini app that nobody sees goes on as before.
    private static let restAfter = Duration.seconds(5)

    /// To be called when the app goes into the background, and when it comes back: the mini app is told so, and after some seconds may
    /// only store, and say how it is, until it is shown.
    public func noteHidden(_ isHidden: Bool) {
        if !isHidden { hiddenSince = nil } else if hiddenSince == nil { hiddenSince = now() }
        let state: BridgeValue = isHidden ? "hidden" : "shown"
        tell("lifecycle.page", ["state": state])
        tell("lifecycle.global", ["state": state])
    }

    var isResting: Bool { hiddenSince.map { now() - $0 > Self.restAfter } ?? false }

    /// What decides what `user.profile` says, with the user's name and picture as far as the mini app may know them. When it changes,
    /// the mini app is to be told `user.changed`.
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
