/// How users choose a photo of themselves: what a host offers, for the page of a feature that shows the user.
public struct PhotoSettings: Sendable {
    /// The path to which a form of the type `multipart/form-data` sends the file `photo`. The query item `return` is the path to
    /// redirect to afterwards; with an error, the page at that path is shown with a `FormState`.
    public let address: String
    /// The path to which a form with the field `return` is sent to remove the photo.
    public let removal: String
    /// The path of a user's own photo, or nil without one.
    public let current: @Sendable (PageUser) async -> String?

    /// Settings.
    public init(address: String, removal: String, current: @escaping @Sendable (PageUser) async -> String?) {
        self.address = address
        self.removal = removal
        self.current = current
    }
}
