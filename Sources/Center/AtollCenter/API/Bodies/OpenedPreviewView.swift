import Foundation

/// What a host gets that opens a preview. Nothing in it is trusted but what the publisher's keys have signed.
struct OpenedPreviewView: Codable, Sendable, Documented {
    let miniApp: String
    let code: Int
    /// Until when the link opens the version, in seconds since 1970.
    let expires: Int
    /// The statement with its signatures, as JSON in base64.
    let statement: String

    init(_ opened: OpenedPreview) {
        miniApp = opened.version.id.rawValue
        code = opened.version.code
        expires = opened.preview.expires
        statement = Data(opened.statement.json.readableBytes).base64EncodedString()
    }

    static let schemaName = "OpenedPreview"
    static let schema = JSONSchema.object([
        "miniApp": .reverseDomain, "code": .integer(1...Int(Int32.max)), "expires": .time, "statement": .text(),
    ])
}
