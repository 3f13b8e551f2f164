import AtollPackages
import BoundedHTTP
import Foundation
import SignedJSON

/// The reason that a request to the Center failed.
public enum PublishingFailure: Error, Hashable, CustomStringConvertible {
    /// The Center refused the request: its status, the broken rule, and the reason.
    case refused(status: Int, rule: String?, reason: String)
    /// The Center could not be reached, or its response was incomplete. The text describes the failure.
    case network(String)
    /// The Center's URL is neither HTTPS nor on this machine, so the API key was not sent.
    case insecure(String)
    /// The Center responded with a redirect. It was not followed, and the API key was not sent elsewhere.
    case redirected(status: Int)
    /// The Center's repository is not the expected one. Nothing was signed.
    case otherRepository(SHA256Hash, expected: SHA256Hash)
    /// The response is not that of a Mini App Center.
    case unexpectedAnswer
    /// No version of this mini app is published yet.
    case nothingPublished(MiniAppID)
    /// The Center shows a statement about this mini app that its publisher has not made. Nothing was signed.
    case foreignStatement(MiniAppID)
    /// The Center shows another floor than the one that was signed last. Nothing was signed.
    case otherFloor(Int, expected: Int)
    /// The last version was also for these super apps, whose users would lose the mini app.
    case dropsSuperApps([String])

    public var description: String {
        switch self {
        case .refused(421, _, ""):
            "The server there answers for other names or ports. Is this the address of the Center, and not that of a super app?"
        case .refused(let status, _, ""): "The Center responded with status \(status) and gave no reason."
        case .refused(let status, let rule, let reason): "\(rule ?? "status \(status)"): \(reason)"
        case .network(let reason): "The Mini App Center can't be reached: \(reason)"
        case .insecure(let center):
            "API keys are sent only over HTTPS, but the URL is \(center). Use the Center's https URL. Nothing was sent."
        case .redirected(let status):
            "The Center responded with a redirect (status \(status)), which is not followed: the API key would be sent with it. "
                + "Use the Center's own URL."
        case .unexpectedAnswer: "The response is not from a Mini App Center of this version. Check the Center's URL."
        case .nothingPublished(let id): "No version of \(id) is published yet. Nothing was signed."
        case .dropsSuperApps(let ids):
            "The last version is also for \(ids.joined(separator: ", ")), whose users would lose the mini app. Nothing was signed."
        case .foreignStatement(let id):
            "The Center shows a statement about \(id) that is not the live one of this folder's records, and does not describe these files. "
                + "Nothing was signed. Sign it again where it was published; or with the files, --super-app and --floor as they were published."
        case .otherFloor(let found, let expected):
            "The Center says that version \(found) is the lowest that may run, but \(expected) was signed here. Nothing was signed. "
                + "If a colleague has changed it, say which one it is with --floor."
        case .otherRepository(let found, let expected):
            "This Center's repository is \(found), but \(expected) was expected. Nothing was signed."
        }
    }
}

extension PublishingFailure {
    private struct Problem: Decodable {
        let detail: String
        let subject: String?
        let rule: String?
    }

    /// Creates the refusal of a Center that responded with problem details (RFC 9457), or with anything else.
    init(status: Int, answer: Data) {
        let problem = try? JSONDecoder().decode(Problem.self, fromForeign: answer)
        let detail = [problem?.subject, problem?.detail].compactMap(\.self)
        // The reasons of a real Center are one or two sentences long.
        self = .refused(
            status: status, rule: (problem?.rule).map { String($0.prefix(100)) },
            reason: String(detail.joined(separator: ": ").prefix(1_000)))
    }
}
