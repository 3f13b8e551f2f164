import AtollCenterAPI
import Foundation

extension FileContentsView: Documented {
    package static let schemaName = "FileContents"
    package static let schema = JSONSchema.object(["path": .text(), "contents": .text()])
}
