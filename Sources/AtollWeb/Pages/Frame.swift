/// What every page shows around its contents.
struct Frame: Sendable {
    let title: String
    let superApp: String
    let stylesheet: String
    let icon: String
    /// The name of the user, or nil where nobody is signed in.
    let user: String?
}
