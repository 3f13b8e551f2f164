import AtollNavigation

/// Why features and an app's own segues and routes do not make a map.
public enum AppMapError<F: Fragment>: Error, Hashable, CustomStringConvertible {
    /// Two features have the same name.
    case duplicateFeature(String)
    /// No segue of the app leads to the feature.
    case unreachable(feature: String, entry: F)
    /// The feature can be reached in two equally short ways, so its URLs could mean either.
    case severalWays(feature: String, entry: F)
    /// The segues do not make a graph.
    case graph(GraphError<F>)
    /// The routes can't be read or told apart.
    case links(LinkRouterError)
    /// The routes do not fit the graph: a sentence for each fault.
    case mismatch([String])

    public var description: String {
        switch self {
        case .duplicateFeature(let name): "Two features are named \"\(name)\". Give one of them another name."
        case .unreachable(let feature, let entry):
            "No segue leads to \(entry.readableName), the entry of the feature \"\(feature)\". Add one to the app's segues."
        case .severalWays(let feature, let entry):
            """
            Two equally short ways lead to \(entry.readableName), the entry of the feature "\(feature)", so its routes can't be placed. \
            Leave one of them out, or add a shorter one.
            """
        case .graph(let error): "\(error)"
        case .links(let error): "\(error)"
        case .mismatch(let faults): faults.joined(separator: "\n")
        }
    }
}
