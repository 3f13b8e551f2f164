import AtollPackages
import AtollRuntime
import AtollWeb
import Foundation

/// What the device and the super app answer during development: `.atoll/dev.json`, which developers share by committing it.
///
/// ```json
/// {
///   "users": [{ "id": "ada", "name": "Ada Moreno", "roles": ["Sales"] }],
///   "grant": ["location"],
///   "payments": "paid",
///   "contacts": [{ "id": "grace", "name": "Grace Hopper" }],
///   "device": { "location": { "latitude": 52.52, "longitude": 13.40 }, "code": "https://example.org" }
/// }
/// ```
package struct DevelopmentPresets: Sendable, Decodable {
    /// The users who can be shown; nil for ``DevelopmentUser/standard``.
    package var users: [DevelopmentUser]?
    /// The permissions that every user has granted.
    package var grant: [String]?
    /// How payments end.
    package var payments: PaymentOutcome.Status?
    /// Further people whom users may choose.
    package var contacts: [Contact]?
    /// What the device answers, as the inspector's *Device* has it.
    package var device: BridgeValue?

    private enum CodingKeys: String, CodingKey { case users, grant, payments, contacts }

    package init() {}

    /// The path of the file in the folder of a mini app, or in the folder around it.
    package static let path = ".atoll/dev.json"
    private static let maximumLength = 256 * 1024

    /// Reads the file of a mini app, if it has one.
    ///
    /// - Throws: A ``DevelopmentError`` that says what is wrong with it.
    package init(of folder: URL) throws {
        let places = [folder, folder.deletingLastPathComponent()].map { $0.appending(path: Self.path) }
        guard let file = places.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else { return }
        guard let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int,
            size <= Self.maximumLength
        else { throw DevelopmentError.presets("It has more than \(Self.maximumLength) bytes.") }
        do {
            let data = try Data(contentsOf: file)
            self = try JSONDecoder().decode(Self.self, from: data)
            device = try BridgeValue(json: data)["device"]
        } catch let error as DecodingError {
            throw DevelopmentError.presets(Self.sentence(of: error))
        }
        for user in users ?? [] where !DevelopmentUser.isID(user.id) {
            throw DevelopmentError.presets("\"\(user.id)\" can't be a user's id: \(DevelopmentError.aboutIDs)")
        }
    }

    private static func sentence(of error: DecodingError) -> String {
        func place(_ context: DecodingError.Context) -> String {
            let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
            return path.isEmpty ? "" : "\(path.joined(separator: ".")): "
        }
        return switch error {
        case .keyNotFound(let key, let context): "\(place(context))The member \"\(key.stringValue)\" is missing."
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(place(context))The value is of another type than expected."
        case .dataCorrupted(let context): "\(place(context))\(context.debugDescription)"
        @unknown default: "It can't be read."
        }
    }
}
