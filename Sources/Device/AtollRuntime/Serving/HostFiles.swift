import Foundation

/// The module's resources for mini apps.
enum HostFiles {
    /// The contents of a file that comes with the module.
    static func contents(of name: String, _ type: String, in folder: String? = nil) -> Data {
        let folder = folder.map { "HostFiles/" + $0 } ?? "HostFiles"
        guard let url = Bundle.module.url(forResource: name, withExtension: type, subdirectory: folder),
            let contents = try? Data(contentsOf: url)
        else { preconditionFailure("The resources of AtollRuntime have no \(name).\(type).") }
        return contents
    }

    /// Scripts in one element of a page, in this order.
    static func script(_ names: [String]) -> String {
        names.map { String(decoding: contents(of: $0, "js"), as: UTF8.self) }.joined()
    }
}
