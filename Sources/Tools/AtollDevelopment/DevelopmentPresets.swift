import AtollPackages
import AtollRuntime
import AtollWeb
import Foundation

/// The preset results of the device and the super app during development: `.atoll/dev.json`, which developers share by
/// committing it.
///
/// ```json
/// {
///   "users": [{ "id": "ada", "name": "Ada Moreno", "roles": ["Sales"] }],
///   "grant": ["location"],
///   "payments": "paid",
///   "connect": ["http://localhost:8000"],
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
    /// The origins of servers on this machine to which the mini app may connect during development.
    package var connect: [String]?
    /// Additional contacts whom users may choose.
    package var contacts: [Contact]?
    /// The preset results of the device, as in the inspector's *Device* tab.
    package var device: BridgeValue?

    private enum CodingKeys: String, CodingKey { case users, grant, payments, connect, contacts }

    package init() {}

    /// The path of the file in the folder of a mini app, or in its parent folder.
    package static let path = ".atoll/dev.json"
    private static let maximumLength = 256 * 1024

    /// Reads the file of a mini app, if it has one.
    ///
    /// - Throws: A ``DevelopmentError`` that describes the problem.
    package init(of folder: URL) throws {
        // The parent of a folder with any other name may contain unrelated mini apps.
        let folder = folder.standardizedFileURL
        let around = folder.lastPathComponent == "app" ? [folder.deletingLastPathComponent()] : []
        let places = ([folder] + around).map { $0.appending(path: Self.path) }
        guard let file = places.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else { return }
        guard let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int,
            size <= Self.maximumLength
        else { throw DevelopmentError.presets("It has more than \(Self.maximumLength) bytes.") }
        do {
            let data = try Data(contentsOf: file)
            self = try JSONDecoder().decode(Self.self, from: data)
            let value = try BridgeValue(json: data)
            device = value["device"]
            if case .object(let members) = value,
                let unknown = members.keys.sorted().first(where: {
                    !["users", "grant", "payments", "connect", "contacts", "device"].contains($0)
                })
            {
                throw DevelopmentError.presets("\"\(unknown)\" is not a known member.")
            }
            if let fault = Self.fault(ofDevice: device) { throw DevelopmentError.presets(fault) }
        } catch let error as DecodingError {
            throw DevelopmentError.presets(Self.sentence(of: error))
        }
        if let origin = connect?.first(where: { !DevelopmentOptions.isConnection($0) }) {
            throw DevelopmentError.presets("\"\(origin)\" in \"connect\" \(DevelopmentOptions.aboutConnections)")
        }
        for user in users ?? [] where !DevelopmentUser.isID(user.id) {
            throw DevelopmentError.presets("\"\(user.id)\" can't be a user's id: \(DevelopmentError.aboutIDs)")
        }
    }

    /// The reason that the preset results of a device are invalid, or nil.
    static func fault(ofDevice device: BridgeValue?) -> String? {
        guard let device else { return nil }
        guard case .object(let members) = device else { return "\"device\" must be an object." }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let isSound =
                switch (name, value) {
                case ("location", .object): number(value["latitude"], 90) && number(value["longitude"], 180)
                case ("location", .null), ("picture", .null): true
                case ("code", .string): true
                case ("picture", .string(let text)): text.hasPrefix("data:image/")
                case ("battery", .object): number(value["level"], 1)
                case ("network", .object): true
                case ("refuse", .array(let list)): list.allSatisfy { $0.string != nil }
                default: false
                }
            guard isSound else {
                return "\"device.\(name)\" does not have the expected form. See docs/developing.md."
            }
        }
        return nil
    }

    private static func number(_ value: BridgeValue?, _ limit: Double) -> Bool {
        switch value {
        case .integer(let number)?: abs(Double(number)) <= limit
        case .number(let number)?: abs(number) <= limit
        default: false
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
            "\(place(context))The value does not have the expected type."
        case .dataCorrupted(let context): "\(place(context))\(context.debugDescription)"
        @unknown default: "It can't be read."
        }
    }
}
