import Foundation

/// What this module brings for mini apps.
enum HostFiles {
    static func contents(of name: String, _ type: String) -> Data? {
        Bundle.module.url(forResource: name, withExtension: type, subdirectory: "HostFiles")
            .flatMap { try? Data(contentsOf: $0) }
    }
}
