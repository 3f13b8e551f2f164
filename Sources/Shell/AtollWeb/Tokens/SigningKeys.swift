import AtollPackages
import Crypto
import DurableFiles
import Foundation
import JWTKit
import SignedJSON

/// The keys that sign the super app's tokens. One key signs; the ones before and after it are published as well during
/// a rotation.
///
/// Each key is a file in a folder, named by the second since 1970 from which it signs. A new key is published a day
/// before its turn, so that services that cache the key set have it in time, and an old one for a day after it, so that
/// its tokens expire first. ``settle()`` creates the next key when the turn of the current one ends; a file that an
/// operator adds counts as well.
actor SigningKeys {
    /// A key with the time of its turn.
    private struct Key {
        let from: Date
        let id: JWKIdentifier
        let published: PublishedKeys.Key
    }

    private let folder: URL
    private let now: @Sendable () -> Date
    private let signing = JWTKeyCollection()
    private var keys: [Key] = []

    /// How long a key signs.
    static let turn: TimeInterval = 90 * 86_400
    /// How long a key is published before and after its turn.
    static let notice: TimeInterval = 86_400

    /// Opens the folder, and creates the first key if the folder is empty.
    ///
    /// - Parameter former: The key file of earlier versions, whose key continues to sign.
    init(folder: URL, former: URL, now: @escaping @Sendable () -> Date = { Date() }) async throws {
        self.folder = folder
        self.now = now
        try DurableFile.makeFolder(folder)
        try DurableFile.removeLeftovers(in: folder)
        let manager = FileManager.default
        if manager.fileExists(atPath: former.path), try manager.contentsOfDirectory(atPath: folder.path).isEmpty {
            try DurableFile.write(Data(contentsOf: former), to: Self.file(0, in: folder), permissions: 0o600)
        }
        try await settle()
    }

    /// Reads keys that were added, creates the next one if its time has come, and removes those whose time is over.
    func settle() async throws {
        let time = now()
        try await read()
        if keys.isEmpty { try await add(from: time.addingTimeInterval(-1)) }
        if let newest = keys.last {
            let end = max(newest.from, Date(timeIntervalSince1970: 0)).addingTimeInterval(Self.turn)
            // The start of a key of earlier versions is unknown, so its turn is considered over.
            if time >= end.addingTimeInterval(-Self.notice) { try await add(from: max(end, time + Self.notice)) }
        }
        for key in ended(at: time) {
            await signing.remove(kid: key.id)
            keys.removeAll { $0.id == key.id }
            try? FileManager.default.removeItem(at: Self.file(key.from.wholeSeconds, in: folder))
        }
    }

    /// Creates a key that signs after a delay, but not before the key sets that others have cached are out of date.
    func rotate(after delay: TimeInterval = 600) async throws {
        try await add(from: now().addingTimeInterval(max(delay, PublishedKeys.lifetime)))
    }

    /// The key set (RFC 7517) with which others verify the tokens: the previous, current and next keys.
    func keySet() throws -> Data {
        let time = now()
        let shown = keys.filter { $0.from <= time.addingTimeInterval(Self.notice) || keys.count == 1 }
        return try JSONEncoder().encode(PublishedKeys(keys: shown.map(\.published)))
    }

    /// Signs a payload with the key whose turn it is.
    ///
    /// - Parameter type: The `typ` of the header.
    func sign(_ payload: some JWTPayload, type: String) async throws -> String {
        let time = now()
        guard let key = keys.last(where: { $0.from <= time }) ?? keys.first else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return try await signing.sign(payload, kid: key.id, header: ["typ": .string(type)])
    }

    /// Returns the payload of a token that one of the keys has signed.
    ///
    /// - Parameter type: The `typ` that its header must have.
    /// - Throws: An error for any other token.
    func verified<Payload: JWTPayload>(_ token: String, type: String) async throws -> Payload {
        guard CompactToken.isSound(token) else {
            throw JWTError.generic(identifier: "token", reason: "It is not JSON.")
        }
        let header = try DefaultJWTParser().parse(Array(token.utf8), as: Payload.self).header
        guard header.alg == "ES256", header.typ == type, let kid = header.kid,
            keys.contains(where: { $0.id.string == kid })
        else { throw JWTError.generic(identifier: "token", reason: "The header is not one of ours.") }
        return try await signing.verify(token, as: Payload.self)
    }

    private func ended(at time: Date) -> [Key] {
        // A key's turn ends when the next one's begins.
        zip(keys, keys.dropFirst()).filter { $0.1.from.addingTimeInterval(Self.notice) <= time }.map(\.0)
    }

    private func read() async throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            guard name.hasSuffix(".pem"), let seconds = Int(name.dropLast(4)),
                !keys.contains(where: { $0.from.wholeSeconds == seconds })
            else { continue }
            let pem = String(decoding: try Data(contentsOf: Self.file(seconds, in: folder)), as: UTF8.self)
            let key = try ES256PrivateKey(pem: pem)
            guard let parameters = key.parameters else { throw CocoaError(.fileReadCorruptFile) }
            let id = JWKIdentifier(string: String(SHA256Hash(of: Data(parameters.x.utf8)).hex.prefix(16)))
            await signing.add(ecdsa: key, kid: id)
            keys.append(
                Key(
                    from: Date(timeIntervalSince1970: TimeInterval(seconds)), id: id,
                    published: .init(
                        kid: id.string, x: Secret.base64url(fromBase64: parameters.x),
                        y: Secret.base64url(fromBase64: parameters.y))))
        }
        keys.sort { $0.from < $1.from }
    }

    private func add(from: Date) async throws {
        let pem = Data(P256.Signing.PrivateKey().pemRepresentation.utf8)
        try DurableFile.write(pem, to: Self.file(from.wholeSeconds, in: folder), permissions: 0o600)
        try await read()
    }

    private static func file(_ seconds: Int, in folder: URL) -> URL { folder.appending(path: "\(seconds).pem") }
}
