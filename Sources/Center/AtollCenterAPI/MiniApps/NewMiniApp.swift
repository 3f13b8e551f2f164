package struct NewMiniApp: Codable, Sendable {
    package let id: String
    package let superApp: String

    package init(id: String, superApp: String) {
        self.id = id
        self.superApp = superApp
    }
}
