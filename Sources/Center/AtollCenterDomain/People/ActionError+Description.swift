import AtollCenterAPI

extension ActionError: CustomStringConvertible {
    /// The sentence that a client gets, for answers, logs and commands.
    package var description: String {
        switch self {
        case .unknown("invitation"):
            "This invitation is unknown, has expired, or was already used or revoked. Ask for another one."
        case .unknown(let what): "There is no such \(what)."
        case .taken(_, let reason): reason
        // A name taken from the request may have any length.
        case .invalid(let part, let reason): "\"\(part.prefix(100))\" \(reason)."
        case .changed(let revision):
            "It was changed in the meantime, and has revision \(revision) now. Read it again."
        case .lastAdministrator: "An organization must have an administrator: appoint another one first."
        case .conflict(_, let detail), .refused(_, let detail, _, _): detail
        case .forbidden(let action): Self.refusal(of: action)
        case .confirmationNeeded: "Sign in again first (atoll login): entering the password counts for 15 minutes."
        case .secondFactorNeeded: "The organization needs a second factor: set one up for your account first."
        case .sessionEnded: "The session has ended."
        case .badCredentials: "Wrong e-mail address, password or code."
        case .mailNotSent: "The mail could not be sent. Send it again later, and tell the Center's operator."
        case .denied: "The sign-in was refused."
        case .untrusted(let told): "No trusted publisher of this mini app fits the token: \(told)."
        case .refusedToken(let reason): "The token was refused: \(reason)."
        case .unavailable(let name): "\(name) is not available at the moment."
        case .notSignedIn(let fault): fault.sentence
        case .usedToken: "The token was used before. Ask the CI for another one."
        case .weakPassword(let reason): reason
        case .tooMany(let seconds): "There were too many attempts. Try again in \(seconds) seconds."
        case .slowDown(let seconds): "The program asks too often. Wait \(seconds) seconds between two questions."
        }
    }

    /// Lists the roles that can perform an action. A condition such as the super app's policy can also be the reason.
    private static func refusal(of action: Action) -> String {
        let words = PermissionMatrix.roles(for: action).map(\.words).joined(separator: ", ")
        let isReview = action == .review || action == .decideReview
        return "You are not permitted to do this (\(action.rawValue)). Roles that can, if the policy of the super app "
            + "allows it: \(words)."
            + (isReview
                ? " Reviewers decide on their own organization's work only if the super app permits that (self-review)."
                : "")
    }
}
