import AtollCatalog
import Hummingbird

/// Why the shell can't show what was asked for.
enum ShellError: Error {
    /// Nobody is signed in.
    case signedOut
    /// There is no such page, or none that this user may see; the two look the same.
    case notFound
    /// There is no such thing: what there is none of.
    case nothing(String)
    /// The address can't be read: which part of it is wrong.
    case badAddress(String)
    /// A form or a script of another site sent the request.
    case foreignRequest
    /// Something in the request is wrong: what.
    case badRequest(String)
    /// It was asked for too often: after how many seconds the next try is looked at.
    case tooMany(retryAfter: Int)
    /// Too many people ask for the same hard work: after how many seconds it is worth trying again.
    case busy(retryAfter: Int)
    /// The catalog could not do it.
    case catalog(CatalogError)

    var status: HTTPResponse.Status {
        switch self {
        case .signedOut: .unauthorized
        case .notFound, .nothing, .catalog(.notFound): .notFound
        case .foreignRequest: .forbidden
        case .badRequest, .badAddress, .catalog(.invalidRequest): .badRequest
        case .tooMany: .tooManyRequests
        case .catalog(.network), .busy: .serviceUnavailable
        case .catalog: .badGateway
        }
    }

    /// After how many seconds it is worth trying again, or nil where nobody knows.
    var retryAfter: Int? {
        switch self {
        case .tooMany(let seconds), .busy(let seconds): seconds
        default: nil
        }
    }

    /// What the user reads.
    var text: (title: String, detail: String) {
        switch self {
        case .signedOut:
            ("Sign in first", "This page needs you to be signed in.")
        case .notFound, .catalog(.notFound):
            ("Nothing here", "There is no such page, or it is not yours to open.")
        case .nothing(let text):
            ("Nothing here", text)
        case .badAddress(let reason):
            ("This address can't be opened", reason)
        case .foreignRequest:
            ("Not from here", "The request did not come from this app, so it was not carried out.")
        case .badRequest(let reason):
            ("That can't be read", reason)
        case .tooMany:
            ("Too often", "That was asked for too often. Wait a little, and try again.")
        case .busy:
            ("Too busy at the moment", "Too many people are signing in. Try again in a few seconds.")
        case .catalog(.invalidRequest(let reason)):
            ("That can't be looked for", "Something in the address makes no sense: \(reason).")
        case .catalog(.network):
            ("The Mini App Center is out of reach", "Check the connection and try again in a moment.")
        case .catalog(.corrupted(let digest)):
            (
                "This mini app was not opened",
                "What was received is not what was released, so it was discarded. (The bytes of \(digest.hex.prefix(12))… "
                    + "are not the ones that were promised.)"
            )
        case .catalog(.refused(let refusal)):
            ("This mini app was not opened", "It breaks a rule for mini apps. \(refusal.reason)")
        case .catalog(.notAccepted(let refusal)):
            ("This mini app was not opened", refusal.description)
        case .catalog(.untrusted(let error)):
            ("This mini app was not opened", "The Mini App Center can't be trusted at the moment. \(error.description)")
        case .catalog(.storage):
            ("This mini app was not opened", "There is no room for it on the server, or its disk can't be used.")
        case .catalog:
            ("This did not work", "The Mini App Center gave an answer that can't be used.")
        }
    }
}
