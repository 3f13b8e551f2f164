import Foundation
import Hummingbird

/// The fields of a form that was sent.
struct Form {
    let fields: [String: String]

    /// The longest form, in bytes.
    private static let maximumLength = 16 * 1024

    /// - Throws: ``ShellError/badRequest(_:)`` where the body is no form, or too long a one.
    init(_ request: Request) async throws {
        let type = request.headers[.contentType] ?? ""
        guard type.lowercased().hasPrefix("application/x-www-form-urlencoded") else {
            throw ShellError.badRequest("A form was expected.")
        }
        guard let buffer = try await request.body(upTo: Self.maximumLength) else {
            throw ShellError.badRequest("The form is too long.")
        }
        let body = String(buffer: buffer)
        // A form writes a space as a plus sign, which URLs do not.
        var components = URLComponents()
        components.percentEncodedQuery = body.replacingOccurrences(of: "+", with: "%20")
        fields = Dictionary((components.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    subscript(name: String) -> String { fields[name] ?? "" }
}
