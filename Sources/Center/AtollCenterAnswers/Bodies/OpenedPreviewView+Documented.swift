import AtollCenterAPI
import AtollCenterDomain
import Foundation

extension OpenedPreviewView: Documented {
    package init(_ opened: OpenedPreview) {
        self.init(
            miniApp: opened.version.id.rawValue,
            code: opened.version.code,
            expires: opened.preview.expires,
            statement: Data(opened.statement.json.readableBytes).base64EncodedString())
    }

    package static let schemaName = "OpenedPreview"
    package static let schema = JSONSchema.object([
        "miniApp": .reverseDomain, "code": .integer(1...Int(Int32.max)), "expires": .time, "statement": .text(),
    ])
}
