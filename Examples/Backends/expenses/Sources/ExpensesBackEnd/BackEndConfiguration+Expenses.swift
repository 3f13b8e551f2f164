import Foundation
import MiniAppBackEnd

extension BackEndConfiguration {
    /// The options of the back end of Expenses, on port 8083.
    public static func expenses(issuer: String, keys: URL, origins: Set<String>, database: URL) -> Self {
        BackEndConfiguration(
            issuer: issuer, keys: keys, audience: "https://api.expenses.example.com", miniApp: "com.example.expenses",
            origins: origins, database: database, port: 8083)
    }
}
