import AtollNavigation
import Foundation

extension LinkRouter {
    /// The file `apple-app-site-association`, generated from the routes: which URLs of a website open an iOS app.
    ///
    /// - Parameter appIDs: The apps, each as team and bundle id: `ABCDE12345.com.example.lagoon`.
    /// - Returns: JSON, to be served at `/.well-known/apple-app-site-association` as `application/json`.
    ///
    /// Source: Apple, "Supporting associated domains".
    public func appleAppSiteAssociation(appIDs: [String]) throws -> Data {
        try Self.encoded(AppleFile(applinks: .init(details: [.init(appIDs: appIDs, components: addressPatterns)])))
    }

    /// The file `assetlinks.json`, which is the counterpart for Android apps, with the routes as dynamic components.
    ///
    /// - Parameter apps: The SHA-256 fingerprints of each app's signing certificates, as pairs of hexadecimal digits
    ///   separated by colons, by the app's package name.
    /// - Returns: JSON, to be served at `/.well-known/assetlinks.json`.
    ///
    /// Source: Google, "Digital Asset Links"; Android, "Dynamic App Links".
    public func assetLinks(apps: [String: [String]]) throws -> Data {
        try Self.encoded(
            apps.sorted { $0.key < $1.key }.map { package, fingerprints in
                AndroidStatement(
                    target: .init(packageName: package, fingerprints: fingerprints),
                    relationExtensions: [
                        "delegate_permission/common.handle_all_urls": .init(components: addressPatterns)
                    ]
                )
            }
        )
    }

    private var addressPatterns: [AddressPattern] {
        zip(plans, routes).map { plan, route in
            let path = plan.components.map { "/" + ($0.capture == nil ? Self.literal($0.literal) : "*") }.joined()
            let required = plan.items.filter { $0.need == .required }
            return AddressPattern(
                path: (path.isEmpty ? "/" : path) + (plan.isOpen ? "*" : ""),
                query: required.isEmpty
                    ? nil : Dictionary(required.map { ($0.name, "?*") }, uniquingKeysWith: { first, _ in first }),
                comment: route.target.readableName
            )
        }
    }

    /// A literal component, in which no character acts as a wildcard.
    private static func literal(_ text: String) -> String {
        PercentEncoding.encode(text, in: .component)
    }

    private static func encoded(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }
}

/// A pattern of URLs, in the form that Apple and Android share.
private struct AddressPattern: Encodable {
    let path: String
    let query: [String: String]?
    let comment: String

    private enum CodingKeys: String, CodingKey {
        case path = "/"
        case query = "?"
        case comment
    }
}

private struct AppleFile: Encodable {
    struct Links: Encodable { let details: [Detail] }
    struct Detail: Encodable {
        let appIDs: [String]
        let components: [AddressPattern]
    }
    let applinks: Links
}

private struct AndroidStatement: Encodable {
    struct Target: Encodable {
        let namespace = "android_app"
        let packageName: String
        let fingerprints: [String]

        private enum CodingKeys: String, CodingKey {
            case namespace
            case packageName = "package_name"
            case fingerprints = "sha256_cert_fingerprints"
        }
    }
    struct Extension: Encodable {
        let components: [AddressPattern]

        private enum CodingKeys: String, CodingKey { case components = "dynamic_app_link_components" }
    }
    let relation = ["delegate_permission/common.handle_all_urls"]
    let target: Target
    let relationExtensions: [String: Extension]

    private enum CodingKeys: String, CodingKey {
        case relation, target
        case relationExtensions = "relation_extensions"
    }
}
