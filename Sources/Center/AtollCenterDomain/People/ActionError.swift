import AtollCenterAPI

/// The reason why a caller can't do something with accounts, organizations or their belongings.
package enum ActionError: Error, Hashable, Sendable {
    /// It does not exist, or the caller may not know that it does.
    case unknown(String)
    /// Something with this name exists already.
    case taken(String, String)
    /// A part of what was sent is not valid.
    case invalid(String, String)
    /// It was changed in the meantime.
    case changed(revision: Int)
    /// The last administrator of an organization can't be removed, suspended or given other roles.
    case lastAdministrator
    /// The state does not permit it.
    case conflict(rule: String, String)
    /// The state of a version does not permit it: the state, and what it permits.
    case refused(rule: String, String, state: String, allowed: [String])
    /// The caller lacks the permission.
    case forbidden(Action)
    /// The password must be entered again first.
    case confirmationNeeded
    /// A second factor must be set up first.
    case secondFactorNeeded
    /// The session has ended since the request began.
    case sessionEnded
    /// The name and password, or the code, are not right.
    case badCredentials
    /// A new password is refused, with the reason as a sentence.
    case weakPassword(String)
    /// A mail could not be sent; what it is about was done.
    case mailNotSent
    /// The user has refused the request.
    case denied
    /// A CI job's token fits nothing that may publish: what it says.
    case untrusted(String)
    /// A CI job's token is not taken: the reason.
    case refusedToken(String)
    /// A sign-in with a provider has failed.
    case notSignedIn(SignInFault)
    /// A provider can't be reached: its name.
    case unavailable(String)
    /// A token that is taken once was used before.
    case usedToken
    /// Too many attempts: seconds to wait.
    case tooMany(seconds: Int)
    /// A program asks too often: the seconds that it has to wait between two questions.
    case slowDown(seconds: Int)
}
