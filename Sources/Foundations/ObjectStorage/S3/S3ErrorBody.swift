import Foundation

/// The body of a store's refusal: XML with a code.
enum S3ErrorBody {
    /// Whether the same request may succeed later.
    static func isPassing(_ status: Int) -> Bool { status == 429 || (500...599).contains(status) }

    static func error(_ status: Int, _ body: Data) -> ObjectError {
        isPassing(status) ? .busy(status: status) : .refused(status: status, code: code(in: body) ?? "no code")
    }

    /// The text of the element `Code`.
    private static func code(in body: Data) -> String? {
        let text = String(decoding: body.prefix(64 << 10), as: UTF8.self)
        guard let start = text.range(of: "<Code>"),
            let end = text.range(of: "</Code>", range: start.upperBound..<text.endIndex)
        else { return nil }
        let code = text[start.upperBound..<end.lowerBound]
        return (1...64).contains(code.utf8.count) ? String(code) : nil
    }
}
