/// The pictures of a version's pages.
package struct PicturesView: Codable, Sendable {
    /// `none` if nobody has asked for any.
    package let state: String
    /// Since when it is so, in seconds since 1970.
    package let since: Int?
    /// Why there are none.
    package let message: String
    /// How many pages nobody has opened.
    package let unopened: Int
    /// Whether the process that answers opens pages itself; others may.
    package let hasBrowser: Bool
    package let pictures: [Picture]

    package struct Picture: Codable, Sendable {
        package let page: String
        package let look: String

        package init(page: String, look: String) {
            self.page = page
            self.look = look
        }
    }

    package init(
        state: String, since: Int? = nil, message: String, unopened: Int, hasBrowser: Bool, pictures: [Picture]
    ) {
        self.state = state
        self.since = since
        self.message = message
        self.unopened = unopened
        self.hasBrowser = hasBrowser
        self.pictures = pictures
    }
}
