import Foundation
import NIOConcurrencyHelpers

/// Files of the repository in memory, which never change: those that were used last, up to a number of bytes.
///
/// Those that a bucket sent are fetched again after a minute: what was damaged on its way is not served for longer.
final class FileCache: Sendable {
    private struct State {
        var files: [String: (data: Data, used: UInt64, expires: ContinuousClock.Instant?)] = [:]
        var bytes = 0
        var time: UInt64 = 0
    }

    private let state = NIOLockedValueBox(State())
    private let capacity: Int
    /// How long what a bucket sent is used.
    private static let lifetime = Duration.seconds(60)

    init(capacity: Int = 64 << 20) {
        self.capacity = capacity
    }

    subscript(path: String) -> Data? { data(of: path, at: .now) }

    func data(of path: String, at now: ContinuousClock.Instant) -> Data? {
        state.withLockedValue { state in
            guard let file = state.files[path], file.expires.map({ now < $0 }) ?? true else { return nil }
            state.time += 1
            state.files[path]?.used = state.time
            return file.data
        }
    }

    /// - Parameter isOurs: Whether this process has made the file.
    func add(_ path: String, _ data: Data, isOurs: Bool, at now: ContinuousClock.Instant = .now) {
        guard data.count <= capacity / 8 else { return }
        state.withLockedValue { state in
            state.time += 1
            let file = (data, state.time, isOurs ? nil : now.advanced(by: Self.lifetime))
            if let old = state.files.updateValue(file, forKey: path) { state.bytes -= old.data.count }
            state.bytes += data.count
            guard state.bytes > capacity else { return }
            // A quarter is removed together, so that the next files need not look for the oldest.
            for (path, file) in state.files.sorted(by: { $0.value.used < $1.value.used }) {
                guard state.bytes > capacity / 4 * 3 else { break }
                state.files[path] = nil
                state.bytes -= file.data.count
            }
        }
    }
}
