import AtollCenterAPI
import AtollCenterDomain

extension UsageMessageView: Documented {
    package init(_ found: (code: Int, message: String, count: Int, last: Int)) {
        self.init(
            code: found.code,
            message: found.message,
            count: found.count,
            last: UsageDay.text(found.last))
    }

    package static let schemaName = "UsageMessage"
    package static let schema = JSONSchema.object([
        "code": .integer(1...Int.max), "message": .text(1...300), "count": .integer(1...Int.max), "last": .day,
    ])
}
