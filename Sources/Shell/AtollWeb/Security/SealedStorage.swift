import AtollPackages
import AtollRuntime
import Crypto
import Foundation

/// A storage of secrets: each value is encrypted with a key for its user, so that a copy of the files reveals nothing.
///
/// AES-GCM, with the user, the mini app and the key as associated data: a value that is moved elsewhere can't be
/// decrypted.
struct SealedStorage: MiniAppStorage {
    private let storage: FileStorage
    private let key: SymmetricKey

    init(directory: URL, keyFile: URL) throws {
        var limits = StorageLimits()
        limits.keys = 50
        limits.areaBytes = 512 * 1024
        storage = FileStorage(directory: directory, limits: limits)
        key = SymmetricKey(
            data: try KeyFile.load(keyFile) { SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) } })
    }

    func value(for key: String, in area: StorageArea) async throws(StorageError) -> String? {
        try await storage.value(for: key, in: area).map { sealed throws(StorageError) in try open(sealed, key, area) }
    }

    func values(
        withPrefix prefix: String, in area: StorageArea, limit: Int
    ) async throws(StorageError) -> [String: String]? {
        guard let sealed = try await storage.values(withPrefix: prefix, in: area, limit: limit) else { return nil }
        var values: [String: String] = [:]
        for (key, value) in sealed { values[key] = try open(value, key, area) }
        return values
    }

    private func open(_ sealed: String, _ key: String, _ area: StorageArea) throws(StorageError) -> String {
        guard let data = Data(base64Encoded: sealed), let box = try? AES.GCM.SealedBox(combined: data),
            let opened = try? AES.GCM.open(box, using: areaKey(area), authenticating: place(key, area))
        else { throw .unavailable("A secret can't be opened: its file or the key was changed.") }
        return String(decoding: opened, as: UTF8.self)
    }

    func set(_ value: String, for key: String, in area: StorageArea) async throws(StorageError) {
        try await storage.set(try seal(value, key, area), for: key, in: area)
    }

    func set(_ values: [String: String], in area: StorageArea) async throws(StorageError) {
        var sealed: [String: String] = [:]
        for (key, value) in values { sealed[key] = try seal(value, key, area) }
        try await storage.set(sealed, in: area)
    }

    func removeValue(for key: String, in area: StorageArea) async throws(StorageError) {
        try await storage.removeValue(for: key, in: area)
    }

    func keys(in area: StorageArea) async throws(StorageError) -> [String] { try await storage.keys(in: area) }

    func removeAll(in area: StorageArea) async throws(StorageError) { try await storage.removeAll(in: area) }

    func removeAll(of miniApp: MiniAppID) async throws(StorageError) { try await storage.removeAll(of: miniApp) }

    /// The mini apps that store a secret for any user.
    func miniApps() async throws(StorageError) -> Set<MiniAppID> { try await storage.miniApps() }

    func size(of area: StorageArea) async throws(StorageError) -> StorageSize { try await storage.size(of: area) }

    private func seal(_ value: String, _ key: String, _ area: StorageArea) throws(StorageError) -> String {
        guard
            let box = try? AES.GCM.seal(Data(value.utf8), using: areaKey(area), authenticating: place(key, area)),
            let combined = box.combined
        else { throw .unavailable("A secret can't be encrypted.") }
        return combined.base64EncodedString()
    }

    private func areaKey(_ area: StorageArea) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Data("secrets\u{0}\(area.user)".utf8), outputByteCount: 32)
    }

    private func place(_ key: String, _ area: StorageArea) -> Data {
        Data("\(area.user)\u{0}\(area.miniApp)\u{0}\(key)".utf8)
    }
}
