import AtollCenterAPI
import Foundation

extension FileContentsView: Documented {
    static let schemaName = "FileContents"
    static let schema = JSONSchema.object(["path": .text(), "contents": .text()])
}
