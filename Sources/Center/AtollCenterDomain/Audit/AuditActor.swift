/// Who does something, and by what way: what the audit log says of every change.
package struct AuditActor: Hashable, Sendable {
    package let kind: Kind
    /// The id of the account, of the API key or of the trusted publisher; empty for the Center itself.
    package let id: String
    package let channel: Channel
    /// Where the request came from; nil at the command line and for what the Center does by itself.
    package let origin: Origin?

    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        case user, key, ci, system, offline
    }

    package enum Channel: String, Codable, Hashable, Sendable, CaseIterable {
        case console, api, cli, system
    }

    /// The address and the program of a client: personal data, which is stored separately and removed after 180 days.
    package struct Origin: Hashable, Sendable {
        package let address: String
        package let agent: String
        /// By which attempts are counted: the address, or the network of an IPv6 address. It is not stored.
        package let network: String

        package init(address: String, agent: String, network: String? = nil) {
            self.address = String(address.prefix(100))
            self.agent = String(agent.prefix(200))
            self.network = network ?? self.address
        }
    }

    package init(_ kind: Kind, _ id: String, via channel: Channel, from origin: Origin? = nil) {
        self.kind = kind
        self.id = id
        self.channel = channel
        self.origin = origin
    }

    /// The Center itself: its scheduler, its rules.
    package static let system = AuditActor(.system, "", via: .system)
    /// The user who runs `atoll center` on the machine of the Center.
    package static let `operator` = AuditActor(.system, "operator", via: .cli)
}

extension AuditActor {
    /// An API key, or the trusted publisher whose CI job got it.
    package init(of key: String, trustedPublisher: String?, from origin: Origin?) {
        self.init(trustedPublisher == nil ? .key : .ci, trustedPublisher ?? key, via: .api, from: origin)
    }
}
