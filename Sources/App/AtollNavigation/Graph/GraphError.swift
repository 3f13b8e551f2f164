/// Why a graph can't be built, with every fault that was found.
public struct GraphError<F: Fragment>: Error, Hashable, CustomStringConvertible {
    /// The faults, in the order in which they were found.
    public let faults: [GraphFault<F>]

    @usableFromInline
    init(_ faults: [GraphFault<F>]) { self.faults = faults }

    public var description: String { faults.map(\.description).joined(separator: "\n") }
}
