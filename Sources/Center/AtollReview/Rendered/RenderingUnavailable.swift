/// An error that is thrown when there is no browser to open pages.
public struct RenderingUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
    /// The missing part.
    public let description: String

    /// Creates the error.
    public init(_ description: String) { self.description = description }
}
