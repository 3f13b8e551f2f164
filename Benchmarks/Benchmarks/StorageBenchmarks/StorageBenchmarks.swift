import AtollPackages
import AtollRuntime
import Benchmark
import Foundation

/// The cost of `storage.set`, which makes each value durable on disk: for 1,000 users who write at the same time, for
/// as many who wait for each other, as with a single queue, and for one user who writes 1,000 times.
let users = 1_000

func area(_ user: Int) -> StorageArea {
    guard let miniApp = MiniAppID("com.example.kudos") else { preconditionFailure("This is an id.") }
    return StorageArea(user: "user\(user)", miniApp: miniApp)
}

func storage() -> (FileStorage, URL) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "atoll-storage-\(UUID().uuidString)")
    return (FileStorage(directory: folder), folder)
}

let value = String(repeating: "x", count: 1_000)

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration.metrics = [.wallClock]
    Benchmark.defaultConfiguration.maxDuration = .seconds(20)
    Benchmark.defaultConfiguration.maxIterations = 20

    Benchmark("storage.set, 1,000 users at once") { benchmark in
        let (storage, folder) = storage()
        for _ in benchmark.scaledIterations {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for user in 0..<users {
                    group.addTask { try await storage.set(value, for: "entry", in: area(user)) }
                }
                try await group.waitForAll()
            }
        }
        benchmark.stopMeasurement()
        try FileManager.default.removeItem(at: folder)
    }

    Benchmark("storage.set, 1,000 users one after another") { benchmark in
        let (storage, folder) = storage()
        for _ in benchmark.scaledIterations {
            for user in 0..<users { try await storage.set(value, for: "entry", in: area(user)) }
        }
        benchmark.stopMeasurement()
        try FileManager.default.removeItem(at: folder)
    }

    Benchmark("storage.set, one user 1,000 times") { benchmark in
        let (storage, folder) = storage()
        for _ in benchmark.scaledIterations {
            for _ in 0..<users { try await storage.set(value, for: "entry", in: area(0)) }
        }
        benchmark.stopMeasurement()
        try FileManager.default.removeItem(at: folder)
    }
}
