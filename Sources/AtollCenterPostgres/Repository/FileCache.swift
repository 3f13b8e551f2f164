import Foundation
import NIOConcurrencyHelpers

/// Files of the repository in memory, which never change: those that were used last, up to a number of bytes.
final class FileCache: Sendable {
    private struct State {
        var files: [String: (data: Data, used: UInt64)] = [:]
        var bytes = 0
        var time: UInt64 = 0
    }

    private let state = NIOLockedValueBox(State())
    private let capacity: Int

    init(capacity: Int = 64 << 20) {
        self.capacity = capacity
    }

    subscript(path: String) -> Data? {
        state.withLockedValue { state in
            guard let data = state.files[path]?.data else { return nil }
            state.time += 1
            state.files[path]?.used = state.time
            return data
        }
    }

    func add(_ path: String, _ data: Data) {
        guard data.count <= capacity / 8 else { return }
        state.withLockedValue { state in
            state.time += 1
            if let old = state.files.updateValue((data, state.time), forKey: path) { state.bytes -= old.data.count }
            state.bytes += data.count
            guard state.bytes > capacity else { return }
            // A quarter is removed at once, so that the next files need not look for the oldest.
            for (path, file) in state.files.sorted(by: { $0.value.used < $1.value.used }) {
                guard state.bytes > capacity / 4 * 3 else { break }
                state.files[path] = nil
                state.bytes -= file.data.count
            }
        }
    }
}
