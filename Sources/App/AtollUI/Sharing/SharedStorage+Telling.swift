import AtollPackages
import AtollRuntime
import Foundation

/// Synchronization of unsent changes: each key whose value the server has not received has a mark.
extension SharedStorage {
    /// The prefix of the area with the marks, which no mini app's area has.
    private static let pending = "pending "
    /// How long to wait before the server is sent a refused value again, unless something changes.
    private static let patience = Duration.seconds(30)

    func marks(of area: StorageArea) -> StorageArea {
        StorageArea(user: Self.pending + area.user, miniApp: area.miniApp)
    }

    func mark(_ keys: [String], in area: StorageArea) async throws(StorageError) {
        var marks: [String: String] = [:]
        for key in keys { marks[key] = "" }
        if !marks.isEmpty { try await local.set(marks, in: self.marks(of: area)) }
    }

    /// The keys whose values, or whose removal, the server has not accepted.
    func untold(in area: StorageArea) async throws(StorageError) -> Set<String> {
        Set(try await local.keys(in: marks(of: area)))
    }

    /// Removes the marks of values that the server has accepted, except those that were changed since.
    func clearMarks(of told: [String: String?], in area: StorageArea) async {
        _ = try? await step(area) { () async throws(StorageError) in
            for (key, value) in told where try await self.local.value(for: key, in: area) == value {
                try await self.local.removeValue(for: key, in: self.marks(of: area))
            }
        }
    }

    /// Sends the server all pending changes.
    ///
    /// - Returns: Whether the server answers.
    func tell(_ area: StorageArea) async -> Bool {
        await message(area) { await self.tellAll(area) }
    }

    /// - Parameter others: Keys whose values are sent separately.
    /// - Returns: Whether the server answers.
    func tellAll(_ area: StorageArea, but others: Set<String> = []) async -> Bool {
        guard let keys = try? await untold(in: area) else { return false }
        for key in keys.subtracting(others).sorted() {
            if let time = refused[area]?[key], ContinuousClock.now - time < Self.patience { continue }
            let value: String?
            do throws(StorageError) {
                value = try await local.value(for: key, in: area)
            } catch {
                return false
            }
            do throws(BridgeError) {
                if let value {
                    let parameters: [String: BridgeValue] = ["key": .string(key), "value": .string(value)]
                    _ = try await server.call("storage.set", parameters, of: area.miniApp)
                } else {
                    _ = try await server.call("storage.remove", ["key": .string(key)], of: area.miniApp)
                }
                await clearMarks(of: [key: value], in: area)
            } catch {
                guard Self.refusal(error) != nil else { return false }
                refused[area, default: [:]][key] = .now
            }
        }
        return true
    }

    /// Sends the server values that were just stored: all or nothing.
    ///
    /// - Returns: The reason why it refuses; nil if it has accepted them, or can't be reached.
    func tell(_ values: [String: String], in area: StorageArea) async -> StorageError? {
        do throws(BridgeError) {
            if values.count == 1, let (key, value) = values.first {
                let parameters: [String: BridgeValue] = ["key": .string(key), "value": .string(value)]
                _ = try await server.call("storage.set", parameters, of: area.miniApp)
            } else if !values.isEmpty {
                let items = BridgeValue.object(values.mapValues { .string($0) })
                _ = try await server.call("storage.setAll", ["items": items], of: area.miniApp)
            }
            await clearMarks(of: values.mapValues { Optional($0) }, in: area)
            return nil
        } catch {
            return Self.refusal(error)
        }
    }

    /// The reason why the server refuses a value; nil if it does not answer, or is busy.
    private static func refusal(_ error: BridgeError) -> StorageError? {
        switch error.code {
        case .quotaExceeded: .full(limit: StorageLimits().areaBytes)
        case .tooLarge: .valueLength(limit: StorageLimits().valueBytes)
        case .invalidParameters: .unavailable(error.message)
        default: nil
        }
    }
}
