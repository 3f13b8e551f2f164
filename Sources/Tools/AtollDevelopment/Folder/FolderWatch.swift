import Foundation

/// Polls a folder, and reports its changes.
struct FolderWatch: Sendable {
    let folder: URL
    /// The minimum time between two readings.
    var interval = Duration.milliseconds(40)

    /// Polls until the task is cancelled.
    ///
    /// - Parameter take: Called with each reading, one after another.
    func run(_ take: (SourceFolder.Reading) async -> Void) async {
        var folder = SourceFolder(folder)
        while !Task.isCancelled {
            let start = ContinuousClock.now
            if let reading = folder.read() {
                await take(Self.settled(reading, &folder))
            }
            // For a huge folder or a slow disk, reading takes at most a tenth of the time.
            let pause = max(interval, (ContinuousClock.now - start) * 9)
            try? await Task.sleep(for: min(pause, .seconds(2)))
        }
    }

    /// Reads an invalid folder again, because it may be in the middle of a change: an editor empties a file before it
    /// writes it.
    private static func settled(_ reading: SourceFolder.Reading, _ folder: inout SourceFolder) async
        -> SourceFolder.Reading
    {
        guard case .broken = reading.state else { return reading }
        var (last, changed) = (reading, Set(reading.changed))
        for _ in 0..<3 {
            try? await Task.sleep(for: .milliseconds(25))
            guard let next = folder.read() else { continue }
            changed.formUnion(next.changed)
            last = next
            if case .package = next.state { break }
        }
        return SourceFolder.Reading(
            state: last.state, changed: changed.sorted(), change: max(reading.change, last.change), time: last.time)
    }
}
