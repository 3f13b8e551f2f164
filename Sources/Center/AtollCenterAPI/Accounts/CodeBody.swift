package struct CodeBody: Codable, Sendable {
    package let code: String

    package init(code: String) {
        self.code = code
    }
}
