import AtollCenterAPI
import AtollCenterDomain
import HTTPTypes

extension ActionError {
    /// The status of an answer that tells of it, and its `Retry-After`, if it has one.
    package var status: HTTPResponse.Status { problem.status }
    package var retryAfter: String? { problem.headers[.retryAfter] }
}

extension ActionError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unknown: problem(.notFound, rule: "unknown")
        case .taken(let part, _): problem(.conflict, subject: part, rule: "taken")
        // It has the form that the document asks for, and can't be taken.
        case .invalid(let part, _): problem(.unprocessableContent, subject: String(part.prefix(100)))
        case .changed: problem(.preconditionFailed, subject: "If-Match", rule: "changed")
        case .lastAdministrator: problem(.conflict, rule: "last-administrator")
        case .conflict(let rule, _): problem(.conflict, rule: rule)
        case .refused(let rule, _, let state, let allowed): refusal(rule, state: state, allowed: allowed)
        case .forbidden(let action): forbidden(action)
        case .confirmationNeeded: problem(.forbidden, rule: "sudo")
        case .secondFactorNeeded: problem(.forbidden, rule: "second-factor")
        case .sessionEnded: Problem.unauthorized(description)
        case .badCredentials: problem(.unauthorized, rule: "credentials")
        case .mailNotSent: problem(.serviceUnavailable, rule: "mail")
        case .denied: problem(.forbidden, rule: "denied")
        case .untrusted, .refusedToken: problem(.forbidden, rule: "trusted-publisher")
        case .unavailable: problem(.serviceUnavailable, rule: "provider")
        case .notSignedIn: problem(.forbidden, rule: "provider-sign-in")
        case .usedToken: problem(.unauthorized, rule: "used")
        case .weakPassword: problem(.unprocessableContent, subject: "password", rule: "password")
        case .tooMany(let seconds): tooMany(seconds, rule: "too-many")
        case .slowDown(let seconds): tooMany(seconds, rule: "slow-down")
        }
    }

    private func problem(_ status: HTTPResponse.Status, subject: String? = nil, rule: String? = nil) -> Problem {
        Problem(status, description, subject: subject, rule: rule)
    }

    private func forbidden(_ action: Action) -> Problem {
        var problem = problem(.forbidden, rule: "forbidden")
        problem.roles = PermissionMatrix.roles(for: action).map(\.rawValue)
        return problem
    }

    private func refusal(_ rule: String, state: String, allowed: [String]) -> Problem {
        var problem = problem(.conflict, rule: rule)
        problem.state = state
        problem.allowed = allowed
        return problem
    }

    private func tooMany(_ seconds: Int, rule: String) -> Problem {
        var problem = problem(.tooManyRequests, rule: rule)
        problem.headers[.retryAfter] = "\(seconds)"
        return problem
    }
}
