import AtollCatalog
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
    /// The path of the page that the user comes from, or nil if it is not on this site.
    var previous: String?
    /// Counts steps through the app; nil to count nothing.
    var usage: UsageLog?
    /// The language that the user's browser prefers, a BCP 47 tag.
    var language = "en"
    /// The time zone that the browser names, or nil: not checked.
    var timeZone: String?
    /// The status of the response.
    var status = HTTPResponse.Status.ok

    var pageUser: PageUser? {
        user.map { PageUser($0, in: session) }
    }
}
