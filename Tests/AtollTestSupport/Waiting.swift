import Testing

/// How long tests wait for what they need.
public enum Waiting {
    /// A wait ends with what it waits for. This limit only guards against hanging: no test passes or fails by the speed of the machine.
    public static let limit = Duration.seconds(60)

    /// The pause between two looks at something that notifies no one.
    package static let pause = Duration.milliseconds(10)
}

/// Waits until a condition is true.
///
/// - Parameter what: What is wrong if it does not become true within ``Waiting/limit``.
public func until(
    _ what: Comment = "the condition did not become true", isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now.advanced(by: Waiting.limit)
    while try await !condition() {
        try #require(ContinuousClock.now < end, what, sourceLocation: sourceLocation)
        try await Task.sleep(for: Waiting.pause)  // sleep: the pause of a poll
    }
}
