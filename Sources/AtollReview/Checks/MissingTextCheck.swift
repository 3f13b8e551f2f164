import AtollPackages
import Foundation
import SignedJSON

/// `text-missing`: texts that one language has and another lacks. The words of the manifest are in the manifest for one of them.
struct MissingTextCheck: ReviewCheck {
    private var keys: [String: Set<String>] = [:]

    mutating func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {
        let parts = file.path.split(separator: "/")
        guard parts.count == 2, parts[0] == "i18n", file.name.hasSuffix(".json"),
            case .object(let members)? = try? JSONValue(parsing: file.bytes)
        else { return }
        keys[file.path] = Set(members.keys.map(\.text))
    }

    func finish(_ subject: ReviewSubject, _ list: inout FindingList) {
        let all = keys.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        let ofManifest = subject.manifest.language.flatMap { ManifestTexts.path(for: [$0], among: keys.keys) }
        for (path, own) in keys.sorted(by: { $0.key < $1.key }) where own.count < all.count {
            let missing = all.subtracting(own).subtracting(path == ofManifest ? ["manifest"] : []).sorted()
            if missing.isEmpty { continue }
            let shown = missing.prefix(5).joined(separator: ", ")
            list.add(
                Finding(
                    "text-missing", .info, path: path,
                    "\(missing.count) texts are missing that another language has: \(shown)\(missing.count > 5 ? ", …" : "").",
                    advice: "Translate them, or leave them out of the other languages."))
        }
    }
}
