/// The pictures of a version's pages.
struct PicturesView: Codable, Sendable, Documented {
    struct Picture: Codable, Sendable {
        let page: String
        let look: String
    }

    /// `none` if nobody has asked for any.
    let state: String
    /// Since when it is so, in seconds since 1970.
    let since: Int?
    /// Why there are none.
    let message: String
    /// How many pages nobody has opened.
    let unopened: Int
    /// Whether the process that answers opens pages itself; others may.
    let hasBrowser: Bool
    let pictures: [Picture]

    init(_ rendering: StoredRendering?, hasRenderer: Bool) {
        state = rendering?.state.rawValue ?? "none"
        since = rendering?.since
        message = rendering?.message ?? ""
        unopened = rendering?.unopened ?? 0
        hasBrowser = hasRenderer
        pictures = (rendering?.pictures ?? []).map { Picture(page: $0.page, look: $0.look) }
    }

    static let schemaName = "Pictures"
    static let schema = JSONSchema.object(
        [
            "state": .one(of: ["none"] + StoredRendering.State.allCases.map(\.rawValue)), "since": .time,
            "message": .text(), "unopened": .integer(0...(1 << 53)), "hasBrowser": .bool,
            "pictures": .list(of: .object(["page": .text(1...255), "look": .text(1...40)]), upTo: 1_000),
        ], optional: ["since"])
}
