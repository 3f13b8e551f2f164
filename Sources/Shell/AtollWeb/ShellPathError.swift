/// Pages of an app that could not be reached, because the shell has its own routes at their paths.
public struct ShellPathError: Error, Hashable, CustomStringConvertible {
    /// The first components of the paths.
    public let components: [String]

    public var description: String {
        let paths = components.map { "/" + $0 }.joined(separator: ", ")
        return "The web shell has its own routes at \(paths). Give the app's pages other paths."
    }
}
