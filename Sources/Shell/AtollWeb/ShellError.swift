import AtollCatalog
import AtollTexts
import Hummingbird

/// The reason why the shell can't fulfil a request.
enum ShellError: Error {
    /// No user is signed in.
    case signedOut
    /// The page does not exist, or this user may not see it; the response is the same.
    case notFound
    /// Something does not exist: a sentence that states what.
    case nothing(String)
    /// The URL is invalid: a sentence that states which part is wrong.
    case badAddress(String)
    /// A form or a script of another site sent the request.
    case foreignRequest
    /// The request is invalid: a sentence that states why.
    case badRequest(String)
    /// There were too many requests of this kind; the next one is accepted after this number of seconds.
    case tooMany(retryAfter: Int)
    /// The server has too many passwords to hash. The client should try again after this number of seconds.
    case busy(retryAfter: Int)
    /// Another user's archive is being created. The client should try again after this number of seconds.
    case busyExporting(retryAfter: Int)
    /// The catalog failed.
    case catalog(CatalogError)

    var status: HTTPResponse.Status {
        switch self {
        case .signedOut: .unauthorized
        case .notFound, .nothing, .catalog(.notFound): .notFound
        case .foreignRequest: .forbidden
        case .badRequest, .badAddress, .catalog(.invalidRequest): .badRequest
        case .tooMany: .tooManyRequests
        case .catalog(.network), .busy, .busyExporting: .serviceUnavailable
        case .catalog: .badGateway
        }
    }

    /// The number of seconds to wait before the next attempt, or nil if it is not known.
    var retryAfter: Int? {
        switch self {
        case .tooMany(let seconds), .busy(let seconds), .busyExporting(let seconds): seconds
        default: nil
        }
    }

    /// The title and the text that the user sees.
    var text: (title: String, detail: String) {
        switch self {
        case .signedOut:
            (localized("Sign in first"), localized("You must be signed in to use this page."))
        case .notFound, .catalog(.notFound):
            (localized("Page not found"), localized("This page does not exist, or you do not have access to it."))
        case .nothing(let text):
            (localized("Not found"), text)
        case .badAddress(let reason):
            (localized("This link can't be opened"), reason)
        case .foreignRequest:
            (
                localized("Request refused"),
                localized("The request did not come from this app, so it was not carried out.")
            )
        case .badRequest(let reason):
            (localized("Invalid request"), reason)
        case .tooMany:
            (localized("Too many requests"), localized("Wait a moment and try again."))
        case .busy:
            (localized("Too busy right now"), localized("Too many people are signing in. Try again in a few seconds."))
        case .busyExporting:
            (
                localized("Too busy right now"),
                localized("Another user is downloading their data. Try again in a few seconds.")
            )
        case .catalog(.invalidRequest(let reason)):
            (localized("Invalid search"), localized("The URL is not valid: \(reason)."))
        case .catalog(.network):
            (
                localized("The Mini App Center can't be reached"),
                localized("Check the connection and try again in a moment.")
            )
        case .catalog(.corrupted(let digest)):
            (
                localized("This mini app was not opened"),
                localized(
                    """
                    The download differs from the released version, so it was discarded. (The contents of the file \
                    \(String(digest.hex.prefix(12)))… do not match its digest.)
                    """)
            )
        case .catalog(.refused(let refusal)):
            (
                localized("This mini app was not opened"),
                localized("It violates a rule for mini apps. \(refusal.reason)")
            )
        case .catalog(.notAccepted(let refusal)):
            (localized("This mini app was not opened"), refusal.description)
        case .catalog(.untrusted(let error)):
            (
                localized("This mini app was not opened"),
                localized("The Mini App Center can't be trusted right now. \(error.description)")
            )
        case .catalog(.wrongClock(let own, let center)):
            (
                localized("This mini app was not opened"),
                localized(
                    """
                    The signatures of the Mini App Center have expired, or the clock of this server is wrong: it says \(TextDate.text(own, "yMMMMdHHmm")), \
                    and the Center says \(TextDate.text(center, "yMMMMdHHmm")).
                    """)
            )
        case .catalog(.storage):
            (
                localized("This mini app was not opened"),
                localized("The server could not store it: its disk is full or not usable.")
            )
        case .catalog:
            (localized("Something went wrong"), localized("The Mini App Center sent a response that can't be used."))
        }
    }
}
