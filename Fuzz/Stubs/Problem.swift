/// What the search parser throws, without the server's library.
struct Problem: Error {
    enum Status { case badRequest }

    let detail: String
    let subject: String?

    init(_ status: Status, _ detail: String, subject: String? = nil) {
        self.detail = detail
        self.subject = subject
    }
}
