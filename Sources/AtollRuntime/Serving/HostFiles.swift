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
}
