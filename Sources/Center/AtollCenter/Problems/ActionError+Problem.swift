import AtollCenterAPI
import HTTPTypes

extension ActionError: CustomStringConvertible {
    package var description: String { problem.detail }
}

extension ActionError {
    /// The status of an answer that tells of it, and its `Retry-After`, if it has one.
    package var status: HTTPResponse.Status { problem.status }
    package var retryAfter: String? { problem.headers[.retryAfter] }
}

extension ActionError: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .unknown("invitation"):
            Problem(
                .notFound,
                "This invitation is unknown, has expired, or was already used or revoked. Ask for another one.",
                rule: "unknown")
        case .unknown(let what): Problem(.notFound, "There is no such \(what).", rule: "unknown")
        case .taken(let part, let reason): Problem(.conflict, reason, subject: part, rule: "taken")
        case .invalid(let part, let reason): Self.unacceptable(part, reason)
        case .changed(let revision):
            Problem(
                .preconditionFailed,
                "Somebody has changed it in the meantime: it has revision \(revision) now. Read it again.",
                subject: "If-Match", rule: "changed")
        case .lastAdministrator:
            Problem(
                .conflict, "An organization must have an administrator: appoint another one first.",
                rule: "last-administrator")
        case .conflict(let rule, let detail): Problem(.conflict, detail, rule: rule)
        case .refused(let rule, let detail, let state, let allowed):
            Self.refusal(rule, detail, state: state, allowed: allowed)
        case .forbidden(let action): Self.forbidden(action)
        case .confirmationNeeded:
            Problem(
                .forbidden, "Sign in again first (atoll login): entering the password counts for 15 minutes.",
                rule: "sudo")
        case .secondFactorNeeded:
            Problem(
                .forbidden, "The organization needs a second factor: set one up for your account first.",
                rule: "second-factor")
        case .sessionEnded: Problem.unauthorized("The session has ended.")
        case .badCredentials:
            Problem(.unauthorized, "Wrong e-mail address, password or code.", rule: "credentials")
        case .mailNotSent:
            Problem(
                .serviceUnavailable, "The mail could not be sent. Send it again later, and tell the Center's operator.",
                rule: "mail")
        case .denied: Problem(.forbidden, "The sign-in was refused.", rule: "denied")
        case .untrusted(let told):
            Problem(
                .forbidden, "No trusted publisher of this mini app fits the token: \(told).", rule: "trusted-publisher")
        case .refusedToken(let reason):
            Problem(.forbidden, "The token was refused: \(reason).", rule: "trusted-publisher")
        case .unavailable(let name):
            Problem(.serviceUnavailable, "\(name) is not available at the moment.", rule: "provider")
        case .notSignedIn(let fault): Problem(.forbidden, fault.sentence, rule: "provider-sign-in")
        case .usedToken: Problem(.unauthorized, "The token was used before. Ask the CI for another one.", rule: "used")
        case .weakPassword(let reason): Problem(.unprocessableContent, reason, subject: "password", rule: "password")
        case .tooMany(let seconds): Self.tooMany(seconds)
        case .slowDown(let seconds): Self.slowDown(seconds)
        }
    }

    private static func slowDown(_ seconds: Int) -> Problem {
        var problem = Problem(
            .tooManyRequests, "The program asks too often. Wait \(seconds) seconds between two questions.",
            rule: "slow-down")
        problem.headers[.retryAfter] = "\(seconds)"
        return problem
    }

    /// The 422 for what has the form that the document asks for, and can't be taken.
    private static func unacceptable(_ part: String, _ reason: String) -> Problem {
        var problem = Problem.part(part, reason)
        problem.status = .unprocessableContent
        return problem
    }

    /// The 403 for an action that the sender may not perform. It lists the roles that can. A condition such as the super app's policy
    /// can also be the reason.
    private static func forbidden(_ action: Action) -> Problem {
        let roles = PermissionMatrix.roles(for: action)
        let words = roles.map(\.words).joined(separator: ", ")
        let isReview = action == .review || action == .decideReview
        var problem = Problem(
            .forbidden,
            "You are not permitted to do this (\(action.rawValue)). Roles that can, if the policy of the super app allows it: "
                + "\(words)."
                + (isReview
                    ? " Reviewers decide on work of their own organization only if it permits that (self-review)."
                    : ""),
            rule: "forbidden")
        problem.roles = roles.map(\.rawValue)
        return problem
    }

    /// The 409 for what the state does not permit.
    private static func refusal(_ rule: String, _ detail: String, state: String, allowed: [String]) -> Problem {
        var problem = Problem(.conflict, detail, rule: rule)
        problem.state = state
        problem.allowed = allowed
        return problem
    }

    private static func tooMany(_ seconds: Int) -> Problem {
        var problem = Problem(
            .tooManyRequests, "There were too many attempts. Try again in \(seconds) seconds.", rule: "too-many")
        problem.headers[.retryAfter] = "\(seconds)"
        return problem
    }
}
