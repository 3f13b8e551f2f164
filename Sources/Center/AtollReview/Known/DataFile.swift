import Foundation

/// The data files of the checks.
enum DataFile {
    static func decoded<Value: Decodable>(_ name: String) throws -> Value {
        guard let file = Bundle.module.url(forResource: "Data/\(name)", withExtension: "json") else {
            throw CocoaError(.fileNoSuchFile)
        }
        return try JSONDecoder().decode(Value.self, from: Data(contentsOf: file))
    }
}
