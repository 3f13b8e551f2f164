import AtollCenterAPI

extension PreviewView: Documented {
    init(_ preview: Preview) {
        self.init(
            id: preview.id,
            maker: preview.maker.isEmpty ? nil : preview.maker,
            created: preview.created,
            expires: preview.expires,
            opens: preview.opens,
            opened: preview.opened)
    }

    static let schemaName = "Preview"
    static let schema = JSONSchema.object(
        [
            "id": .text(1...64), "maker": .text(1...64), "created": .time, "expires": .time,
            "opens": .integer(Preview.possibleOpens), "opened": .integer(0...Preview.possibleOpens.upperBound),
        ], optional: ["maker"])
}
