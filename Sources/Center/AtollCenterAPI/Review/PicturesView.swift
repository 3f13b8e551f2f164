/// The pictures of a version's pages.
package struct PicturesView: Codable, Sendable {
    /// The state; `none` if no pictures were requested.
    package let state: String
    /// Since when it is so, in seconds since 1970.
    package let since: Int?
    /// The reason why there are no pictures.
    package let message: String
    /// The number of pages that were not opened.
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
