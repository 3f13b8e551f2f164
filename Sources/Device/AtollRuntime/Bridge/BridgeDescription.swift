import Foundation

/// The methods that mini apps can call, and the events that they get: the contents of `bridge.json`.
///
/// From it are made the checks of parameters in every host, the types in `atoll.d.ts` and the table in the
/// documentation.
public struct BridgeDescription: Sendable, Decodable {
    /// A method.
    public struct Method: Sendable, Decodable {
        /// Who carries a method out.
        public enum Performer: String, Sendable, Decodable {
            /// The host, which knows the user and stores data: the server of a web shell.
            case host
            /// The user's device: the shell's page in a browser, or the app.
            case device
        }

        /// The name, such as `storage.get`.
        public let name: String
        /// The purpose, in a sentence or two.
        public let summary: String
        /// The parameters, always an object.
        public let parameters: BridgeSchema
        /// The result.
        public let result: BridgeSchema
        /// Who carries it out.
        public let performer: Performer
        /// The permission that it needs, if any.
        public let permission: String?
        /// The values of parameters with which it needs no permission.
        public let withoutPermission: [String: String]
        /// The further permissions that it needs if a parameter is true, by the parameter.
        public let furtherPermissions: [String: String]
        /// The permissions without which it gives less.
        public let uses: [String]
        /// Whether the user must have tapped within the last seconds.
        public let needsTap: Bool
        /// Whether it is sent without an id, so that no answer is expected.
        public let isNotification: Bool
        /// Whether a card on a home screen may call it too.
        public let isForCards: Bool
        /// The API level that introduced it.
        public let since: Int

        private enum CodingKeys: String, CodingKey {
            case name, summary, parameters, result, by, permission, withoutPermission, furtherPermissions, uses, tap
            case notification, cards, since
        }

        public init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            name = try fields.decode(String.self, forKey: .name)
            summary = try fields.decode(String.self, forKey: .summary)
            parameters = try fields.decode(BridgeSchema.self, forKey: .parameters)
            result = try fields.decode(BridgeSchema.self, forKey: .result)
            performer = try fields.decode(Performer.self, forKey: .by)
            permission = try fields.decodeIfPresent(String.self, forKey: .permission)
            withoutPermission = try fields.decodeIfPresent([String: String].self, forKey: .withoutPermission) ?? [:]
            furtherPermissions =
                try fields.decodeIfPresent([String: String].self, forKey: .furtherPermissions) ?? [:]
            uses = try fields.decodeIfPresent([String].self, forKey: .uses) ?? []
            needsTap = try fields.decodeIfPresent(Bool.self, forKey: .tap) ?? false
            isNotification = try fields.decodeIfPresent(Bool.self, forKey: .notification) ?? false
            isForCards = try fields.decodeIfPresent(Bool.self, forKey: .cards) ?? false
            since = try fields.decodeIfPresent(Int.self, forKey: .since) ?? 1
        }

        /// Returns the fault in the parameters of a call, or `nil`.
        func fault(in parameters: [String: BridgeValue], _ types: [String: BridgeSchema]) -> BridgeError? {
            guard case .object(let members, let required) = self.parameters else { return nil }
            if let missing = required.lazy.filter({ parameters[$0] == nil }).min() {
                return BridgeError(.invalidParameters, "The parameter \"\(missing)\" is missing.")
            }
            let fault = BridgeSchema.fault(in: parameters, members, types) { "The parameter \"\($0)\"" }
            return fault.map { BridgeError($0.isLength ? .tooLarge : .invalidParameters, $0.text) }
        }
    }

    /// An event: what the host sends on its own.
    public struct Event: Sendable, Decodable {
        /// The name, such as `host.themeChanged`.
        public let name: String
        /// The event, in a sentence.
        public let summary: String
        /// The parameters of the event.
        public let parameters: BridgeSchema
        /// The level of the table that it came with.
        public let since: Int
    }

    /// The level of the table: `host.info` names the one that the host offers.
    public let apiLevel: Int
    /// The methods, in the order of the documentation.
    public let methods: [Method]
    /// The events.
    public let events: [Event]
    /// Types that several methods have, by name.
    public let types: [String: BridgeSchema]

    /// The description that this library comes with.
    public static let current: BridgeDescription = {
        do {
            // own: a resource
            return try JSONDecoder().decode(BridgeDescription.self, from: contents)
        } catch {
            preconditionFailure("bridge.json is not valid: \(error)")
        }
    }()

    /// The bytes of `bridge.json`.
    public static let contents: Data = HostFiles.contents(of: "bridge", "json")

    /// A script that checks the parameters of calls by it: `AtollParameters(types).call(method, parameters)`, for hosts
    /// that run in a browser.
    public static let checks: Data = HostFiles.contents(of: "parameters", "js")

    /// The permissions that methods of ``current`` use.
    public static let permissions: Set<String> = Set(
        current.methods.flatMap { [$0.permission].compactMap(\.self) + $0.furtherPermissions.values + $0.uses })

    private static let byName = Dictionary(current.methods.map { ($0.name, $0) }) { first, _ in first }

    /// A method of ``current`` by its name.
    static func method(named name: String) -> Method? { byName[name] }
}
