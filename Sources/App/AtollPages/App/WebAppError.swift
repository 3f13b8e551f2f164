/// The reasons why features can't be assembled into an app.
public struct WebAppError: Error, Hashable, CustomStringConvertible {
    /// All faults found.
    public let faults: [WebAppFault]

    init(_ faults: [WebAppFault]) { self.faults = faults }

    public var description: String { faults.map(\.description).joined(separator: "\n") }
}
