/// The requested release of a version after its approval.
package enum ReleaseWish: Hashable, Sendable {
    /// None: a developer releases it.
    case manual
    /// It goes to all devices as soon as no other release is under way.
    case automatic
    /// It is released at this time, in seconds since 1970.
    case at(Int)

    package var name: String {
        switch self {
        case .manual: "manual"
        case .automatic: "automatic"
        case .at: "at"
        }
    }

    package var time: Int? { if case .at(let time) = self { time } else { nil } }

    package init?(name: String, time: Int?) {
        switch (name, time) {
        case ("manual", nil): self = .manual
        case ("automatic", nil): self = .automatic
        case ("at", let time?): self = .at(time)
        default: return nil
        }
    }
}
