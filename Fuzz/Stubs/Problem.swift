/// A stand-in for the error that the search parser throws, without the server library.
package struct Problem: Error {
    package enum Status { case badRequest }

    package let detail: String
    package let subject: String?

    package init(_ status: Status, _ detail: String, subject: String? = nil) {
        self.detail = detail
        self.subject = subject
    }

    package static func part(_ part: String, _ reason: String) -> Problem {
        let name = String(part.prefix(100))
        return Problem(.badRequest, "\"\(name)\" \(reason).", subject: name)
    }
}
