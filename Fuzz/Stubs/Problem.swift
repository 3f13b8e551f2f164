/// A stand-in for the error that the search parser throws, without the server library.
struct Problem: Error {
    enum Status { case badRequest }

    let detail: String
    let subject: String?

    init(_ status: Status, _ detail: String, subject: String? = nil) {
        self.detail = detail
        self.subject = subject
    }

    static func part(_ part: String, _ reason: String) -> Problem {
        let name = String(part.prefix(100))
        return Problem(.badRequest, "\"\(name)\" \(reason).", subject: name)
    }
}
