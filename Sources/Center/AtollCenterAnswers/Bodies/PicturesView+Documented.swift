import AtollCenterAPI
import AtollCenterDomain

extension PicturesView: Documented {
    package init(_ rendering: StoredRendering?, hasRenderer: Bool) {
        self.init(
            state: rendering?.state.rawValue ?? "none",
            since: rendering?.since,
            message: rendering?.message ?? "",
            unopened: rendering?.unopened ?? 0,
            hasBrowser: hasRenderer,
            pictures: (rendering?.pictures ?? []).map { Picture(page: $0.page, look: $0.look) })
    }

    package static let schemaName = "Pictures"
    package static let schema = JSONSchema.object(
        [
            "state": .one(of: ["none"] + StoredRendering.State.allCases.map(\.rawValue)), "since": .time,
            "message": .text(), "unopened": .integer(0...(1 << 53)), "hasBrowser": .bool,
            "pictures": .list(of: .object(["page": .text(1...255), "look": .text(1...40)]), upTo: 1_000),
        ], optional: ["since"])
}
