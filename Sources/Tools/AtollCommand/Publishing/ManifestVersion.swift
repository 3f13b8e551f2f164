import AtollPackages
import AtollTerminal
import Foundation

/// A version in the text of a manifest that was raised without changing anything else.
struct ManifestVersion {
    /// The text of the manifest before it was raised.
    private let before: Data

    /// Raises `version.code` by one, and the last number of `version.name`.
    ///
    /// - Returns: A value that can restore the manifest.
    /// - Throws: A ``Failure`` if the folder has no manifest with a version in the usual form.
    static func raise(in folder: URL) throws -> ManifestVersion {
        let file = folder.appending(path: Manifest.path)
        let text = try String(contentsOf: file, encoding: .utf8)
        let before = try Manifest(decoding: Data(text.utf8)).version
        let pattern = /"version"\s*:\s*\{[^{}]*\}/
        guard let range = text.firstRange(of: pattern) else {
            throw Failure("The version in \(Manifest.path) can't be raised. Raise it by hand.")
        }
        let name = raised(before.name)
        let version = text[range]
            .replacing(/("code"\s*:\s*)\d+/) { "\($0.1)\(before.code + 1)" }
            .replacing(/("name"\s*:\s*)"(?:[^"\\]|\\.)*"/) { "\($0.1)\"\(name)\"" }
        let after = text.replacingCharacters(in: range, with: version)
        let raised = try Manifest(decoding: Data(after.utf8)).version
        guard raised.code == before.code + 1 else {
            throw Failure("The version in \(Manifest.path) can't be raised. Raise it by hand.")
        }
        try Data(after.utf8).write(to: file, options: .atomic)
        return ManifestVersion(before: Data(text.utf8))
    }

    /// Writes the manifest as it was before.
    func restore(in folder: URL) throws {
        try before.write(to: folder.appending(path: Manifest.path), options: .atomic)
    }

    /// A name with its last number raised: `1.2.10` for `1.2.9`. Unchanged if it doesn't end with a number.
    private static func raised(_ name: String) -> String {
        let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
        guard digits > 0, digits < 9, let number = Int(name.suffix(digits)) else { return name }
        return name.dropLast(digits) + String(number + 1)
    }
}
