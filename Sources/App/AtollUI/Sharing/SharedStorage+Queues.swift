import AtollRuntime
import Foundation

/// The two queues of an area: steps on this device, and messages to the server. A step never waits for the server.
extension SharedStorage {
    /// Changes an area on this device, after all earlier steps.
    func change<Value: Sendable>(
        _ area: StorageArea, _ body: @escaping @Sendable () async throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        noteChange(area)
        return try await step(area) { () async throws(StorageError) in
            let result = await Result.of(body)
            // Any server answer requested in between is outdated, too.
            await self.noteChange(area)
            return try result.get()
        }
    }

    func noteChange(_ area: StorageArea) {
        changes[area, default: 0] += 1
        // It may have made room for a value that was refused.
        refused[area] = nil
    }

    func step<Value: Sendable>(
        _ area: StorageArea, _ body: @escaping @Sendable () async throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let before = steps[area]
        let task = Task { () -> Result<Value, StorageError> in
            await before?.value
            return await Result.of(body)
        }
        steps[area] = Task { _ = await task.value }
        return try await task.value.get()
    }

    /// Sends the server a message, after all earlier ones.
    func message<Value: Sendable>(
        _ area: StorageArea, _ body: @escaping @Sendable () async -> Value
    ) async -> Value {
        let before = messages[area]
        let task = Task { () -> Value in
            await before?.value
            return await body()
        }
        messages[area] = Task { _ = await task.value }
        return await task.value
    }
}

extension Result where Failure == StorageError, Success: Sendable {
    /// The result of a body.
    fileprivate static func of(
        _ body: @Sendable () async throws(StorageError) -> Success
    ) async -> Result<Success, StorageError> {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
