package struct UsageMessageView: Codable, Sendable {
    package let code: Int
    package let message: String
    package let count: Int
    /// The last day on which it occurred.
    package let last: String

    package init(code: Int, message: String, count: Int, last: String) {
        self.code = code
        self.message = message
        self.count = count
        self.last = last
    }
}
