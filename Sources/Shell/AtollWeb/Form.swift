import BoundedServer
import Hummingbird
import NIOCore
import RequestParsing

/// The fields of a submitted form.
struct Form {
    let fields: [String: String]

    /// The maximum length of a form, in bytes.
    static let maximumLength = 16 * 1024

    /// Reads the form in the body of a request.
    ///
    /// - Parameter length: The longest form, in bytes.
    /// - Throws: ``ShellError/badRequest(_:)`` if the body is not a form, or if it is malformed or too long.
    init(_ request: Request, upTo length: Int = maximumLength) async throws {
        let type = request.headers[.contentType]?.lowercased().prefix { $0 != ";" && $0 != " " }
        guard type == "application/x-www-form-urlencoded" else {
            throw ShellError.badRequest("The request must be a form.")
        }
        guard let buffer = try await request.body(upTo: length) else {
            throw ShellError.badRequest("The form is too long.")
        }
        do throws(FormError) {
            fields = try FormFields(parsing: buffer.readableBytesView).values
        } catch {
            throw ShellError.badRequest(error.description)
        }
    }

    subscript(name: String) -> String { fields[name] ?? "" }
}
