import Foundation
import MiniAppBackEnd

extension BackEndConfiguration {
    /// The options of the back end of Kudos, on port 8082.
    public static func kudos(issuer: String, keys: URL, origins: Set<String>, database: URL) -> Self {
        BackEndConfiguration(
            issuer: issuer, keys: keys, audience: "https://api.kudos.example.com", miniApp: "com.example.kudos",
            origins: origins, database: database, port: 8082)
    }
}
