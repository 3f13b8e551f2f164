/// The values of a page outside its content: the head of the document, and the signed-in user.
struct PageFrame: Encodable, Sendable {
    /// The language of the page, and the direction in which it is written.
    let language: String
    let direction: String
    /// The look that the user has chosen: `light` or `dark`; nil for what the device says.
    let theme: String?
    let title: String
    let superApp: String
    let stylesheet: String
    let icon: String
    /// The name of the user, or `nil` if no user is signed in.
    let user: String?
    /// The first letter of the name, where there is no room for it.
    let initial: String?
    /// The id that distinguishes the user, for the user's browser; `nil` if no user is signed in.
    let userID: String?
    /// The path of the page with what mini apps have told the user; nil if the app has none.
    let notices: String?
    /// The path of the script that listens for changes.
    let worker: String
    /// The path of the script of the search over everything.
    let search: String
    /// The path of the script that sends what waits for a connection.
    let queue: String
}
