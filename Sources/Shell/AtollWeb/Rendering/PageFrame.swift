/// The values of a page outside its content: the head of the document, and the signed-in user.
struct PageFrame: Encodable, Sendable {
    /// The language of the page, and the direction in which it is written.
    let language: String
    let direction: String
    /// The appearance that the user has chosen: `light` or `dark`; nil to follow the device.
    let theme: String?
    let title: String
    let superApp: String
    let stylesheet: String
    let icon: String
    /// The name of the user, or nil if no user is signed in.
    let user: String?
    /// The first letter of the name, for where there is no room for the name.
    let initial: String?
    /// A value that distinguishes the user from others in the same browser; nil if no user is signed in.
    let userID: String?
    /// The path of the page with the notices of mini apps; nil if the app has none.
    let notices: String?
    /// The path of the script that listens for changes.
    let worker: String
    /// The path of the script of the search over everything.
    let search: String
    /// The path of the script that sends changes that wait for a connection.
    let queue: String
}
