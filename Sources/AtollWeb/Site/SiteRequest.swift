import AtollPages
import Hummingbird

/// A request for a page of the site.
struct SiteRequest: Sendable {
    /// The path and query, as received.
    let address: String
    let session: Session?
    let user: User?
    /// The state of the form to show, or nil.
    var form: FormState?
    /// The status of the response.
    var status = HTTPResponse.Status.ok

    var pageUser: PageUser? {
        user.map { PageUser($0, in: session) }
    }
}
