import BoundedServer
import Hummingbird
import NIOCore
import RequestParsing

/// The fields of a form that was sent.
struct Form {
    let fields: [String: String]

    /// The longest form, in bytes.
    private static let maximumLength = 16 * 1024

    /// - Throws: ``ShellError/badRequest(_:)`` if the body is not a form, or one that is malformed or too long.
    init(_ request: Request) async throws {
        let type = request.headers[.contentType]?.lowercased().prefix { $0 != ";" && $0 != " " }
        guard type == "application/x-www-form-urlencoded" else {
            throw ShellError.badRequest("A form was expected.")
        }
        guard let buffer = try await request.body(upTo: Self.maximumLength) else {
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
