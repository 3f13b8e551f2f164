import AtollCenterAPI
import AtollCenterDomain

extension ReleaseBody: Documented {
    static let kinds = ["manual", "automatic", "at"]

    package var wish: ReleaseWish {
        get throws {
            guard let wish = ReleaseWish(name: release, time: at) else {
                throw ActionError.invalid("at", "must be given with \"release\": \"at\", and only then")
            }
            return wish
        }
    }

    package static let schemaName = "Submission"
    package static let schema = JSONSchema.object(
        [
            "notes": .text(0...VersionRecord.maximumText), "release": .one(of: kinds), "at": .saidTime,
        ], optional: ["at"])
}
