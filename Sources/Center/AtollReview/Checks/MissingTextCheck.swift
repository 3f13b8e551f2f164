import AtollPackages
import Foundation
import SignedJSON

/// `text-missing`: texts that one language has and another lacks. One language's manifest texts are in the manifest
/// itself.
struct MissingTextCheck: ReviewCheck {
    private var keys: [String: Set<String>] = [:]
    /// The maximum number of texts in a language. Languages with more are not compared.
    private static let maximum = 2_000

    mutating func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {
        let parts = file.path.split(separator: "/")
        guard parts.count == 2, parts[0] == "i18n", file.name.hasSuffix(".json"),
            case .object(let members)? = try? JSONValue(parsing: file.bytes)
        else { return }
        keys[file.path] = Set(members.keys.map(\.text))
    }

    func finish(_ subject: ReviewSubject, _ list: inout FindingList) {
        guard keys.values.allSatisfy({ $0.count <= Self.maximum }) else { return }
        let all = keys.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        let ofManifest = subject.manifest.language.flatMap { ManifestTexts.path(for: [$0], among: keys.keys) }
        let sorted = all.sorted()
        for (path, own) in keys.sorted(by: { $0.key < $1.key }) where own.count < all.count {
            let isInManifest = path == ofManifest && all.contains("manifest") && !own.contains("manifest")
            let count = all.count - own.count - (isInManifest ? 1 : 0)
            if count == 0 { continue }
            let missing = sorted.lazy.filter { !own.contains($0) && !(isInManifest && $0 == "manifest") }
            let shown = missing.prefix(5).joined(separator: ", ")
            list.add(
                Finding(
                    "text-missing", .info, path: path,
                    "\(count) texts are missing that another language has: \(shown)\(count > 5 ? ", …" : "").",
                    advice: "Translate them, or leave them out of the other languages."))
        }
    }
}
