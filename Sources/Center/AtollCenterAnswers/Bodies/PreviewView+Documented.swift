import AtollCenterAPI
import AtollCenterDomain

extension PreviewView: Documented {
    package init(_ preview: Preview) {
        self.init(
            id: preview.id,
            maker: preview.maker.isEmpty ? nil : preview.maker,
            created: preview.created,
            expires: preview.expires,
            opens: preview.opens,
            opened: preview.opened)
    }

    package static let schemaName = "Preview"
    package static let schema = JSONSchema.object(
        [
            "id": .text(1...64), "maker": .text(1...64), "created": .time, "expires": .time,
            "opens": .integer(Preview.possibleOpens), "opened": .integer(0...Preview.possibleOpens.upperBound),
        ], optional: ["maker"])
}
