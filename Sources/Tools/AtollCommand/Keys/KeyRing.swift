import ArgumentParser
import AtollTerminal
import DurableFiles
import Foundation
import SignedJSON

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The folder of the keys, and the passphrase that opens them.
struct KeyRing: ParsableArguments {
    @Option(name: .customLong("keys"), help: "The folder of the keys. Default: $ATOLL_KEYS, or ~/.atoll/keys.")
    var folder: String?

    @Option(
        help:
            "A file whose first line is the passphrase. Default: $ATOLL_PASSPHRASE_NAME of the key NAME, $ATOLL_PASSPHRASE, or a prompt."
    )
    var passphraseFile: String?

    var url: URL {
        let path = folder ?? ProcessInfo.processInfo.environment["ATOLL_KEYS"]
        if let path { return URL(filePath: path) }
        let home = ProcessInfo.processInfo.environment["HOME"].flatMap { $0.isEmpty ? nil : URL(filePath: $0) }
        return (home ?? URL.homeDirectory).appending(path: ".atoll/keys")
    }

    /// The folder that the options or the environment name, or else the project's.
    func folder(or project: String?) -> String? {
        folder ?? ProcessInfo.processInfo.environment["ATOLL_KEYS"] ?? project
    }

    /// The keys in the folder: their names and public halves, and whether they have a passphrase.
    func list() throws -> [(name: String, key: VerificationKey, isSealed: Bool)] {
        guard FileManager.default.fileExists(atPath: url.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
            .filter { $0.hasSuffix(".key") }
            .map { file in
                let data = try Data(contentsOf: url.appending(path: file))
                return (
                    String(file.dropLast(4)), try KeyFile.publicKey(of: data), try KeyFile.isSealed(data)
                )
            }
    }

    /// The names of the keys, by id.
    var names: [String: String] {
        get throws { Dictionary(try list().map { ($0.key.id, $0.name) }) { first, _ in first } }
    }

    /// Whether there is a key with this name.
    func has(_ name: String) -> Bool {
        (try? file(name)).map { FileManager.default.fileExists(atPath: $0.path) } ?? false
    }

    /// The public half of a key, given by the name of a key in the folder or the path of a file.
    func publicKey(_ name: String) throws -> VerificationKey {
        guard Self.isPath(name) else { return try KeyFile.publicKey(of: Data(contentsOf: existing(name))) }
        guard let data = FileManager.default.contents(atPath: name) else {
            throw Failure(
                "There is no file \(name). The owner of the key creates it with: atoll keys public NAME > \(name)")
        }
        let key = try KeyFile.publicKey(of: data)
        guard key.isReadable else { throw Failure("The key in \(name) can't be used to verify signatures.") }
        return key
    }

    private static func isPath(_ name: String) -> Bool { name.contains { $0 == "/" || $0 == "." } }

    /// A key, opened with the passphrase.
    func open(_ name: String) throws -> PrivateKey {
        let data = try Data(contentsOf: existing(name))
        guard try KeyFile.isSealed(data) else { return try KeyFile.key(in: data, passphrase: nil) }
        let passphrase = try passphrase(for: name)
        do throws(KeyFileError) {
            return try KeyFile.key(in: data, passphrase: passphrase)
        } catch {
            guard error == .notOpened else { throw error }
            let reason = "The key \"\(name)\" could not be opened: the passphrase is wrong, or the file was changed."
            throw Failure("\(reason) If it has a separate passphrase, set $\(Self.variable(for: name)).")
        }
    }

    /// The environment variable with the passphrase of one key, such as ATOLL_PASSPHRASE_CI.
    private static func variable(for name: String) -> String {
        "ATOLL_PASSPHRASE_" + name.uppercased().replacingOccurrences(of: "-", with: "_")
    }

    /// Makes a key, sealed with a passphrase.
    func make(_ name: String, _ kind: PrivateKey.Kind) throws -> PrivateKey {
        let file = try file(name)
        guard !FileManager.default.fileExists(atPath: file.path) else {
            throw Failure(
                "There is a key \"\(name)\" already. Nothing was changed. To replace it: atoll keys rotate \(name)")
        }
        let key = PrivateKey(kind)
        try write(key, to: file, passphrase: newPassphrase(for: name))
        return key
    }

    /// Renames a key to a name with today's date, and makes a new one in its place.
    ///
    /// - Returns: The new key, and the new name of the previous one.
    func rotate(_ name: String, at now: Date) throws -> (key: PrivateKey, before: String) {
        let file = try existing(name)
        let kind = try PrivateKey.Kind(rawValue: KeyFile.publicKey(of: Data(contentsOf: file)).type) ?? .ed25519
        let passphrase = try newPassphrase(for: name)
        let day = Timestamp.text(now).prefix(10)
        var before = "\(name)-until-\(day)"
        var number = 2
        while FileManager.default.fileExists(atPath: try self.file(before).path) {
            before = "\(name)-until-\(day)-\(number)"
            number += 1
        }
        try FileManager.default.moveItem(at: file, to: try self.file(before))
        let key = PrivateKey(kind)
        try write(key, to: file, passphrase: passphrase)
        return (key, before)
    }

    private func write(_ key: PrivateKey, to file: URL, passphrase: String) throws {
        try DurableFile.makeFolder(url)
        try DurableFile.write(KeyFile.sealed(key, passphrase: passphrase), to: file, permissions: 0o600)
    }

    private func existing(_ name: String) throws -> URL {
        let file = try file(name)
        guard FileManager.default.fileExists(atPath: file.path) else {
            let place = folder.map { " --keys " + ShellWord.quoted($0) } ?? ""
            throw Failure(
                "There is no key \"\(name)\" in \(url.path). If your key is elsewhere, name it with --keys FOLDER and --key NAME. To make one: atoll keys new \(name)\(place)"
            )
        }
        return file
    }

    private func file(_ name: String) throws -> URL {
        let isPlain = name.utf8.allSatisfy {
            ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
        }
        guard (1...60).contains(name.utf8.count), isPlain else {
            throw Failure("\"\(name)\" can't be the name of a key. Use 1 to 60 letters, digits and hyphens.")
        }
        return url.appending(path: "\(name).key")
    }

    private func newPassphrase(for name: String) throws -> String {
        let passphrase = try passphrase(for: name)
        guard passphrase.unicodeScalars.count >= 8 else {
            throw Failure("A passphrase must have at least 8 characters; several words are better.")
        }
        if isAsked(for: name), try ask("Repeat the passphrase: ") != passphrase {
            throw Failure("The passphrases do not match.")
        }
        return passphrase
    }

    private func isAsked(for name: String) -> Bool {
        passphraseFile == nil && Self.inEnvironment(for: name) == nil
    }

    private static func inEnvironment(for name: String) -> String? {
        let environment = ProcessInfo.processInfo.environment
        return environment[variable(for: name)] ?? environment["ATOLL_PASSPHRASE"]
    }

    private func passphrase(for name: String) throws -> String {
        if let passphraseFile {
            let text = try String(contentsOf: URL(filePath: passphraseFile), encoding: .utf8)
            return String(text.split(separator: "\n", omittingEmptySubsequences: false).first ?? "")
        }
        if let text = Self.inEnvironment(for: name) { return text }
        return try ask("Passphrase for the key \"\(name)\": ")
    }

    private func ask(_ prompt: String) throws -> String {
        guard isatty(STDIN_FILENO) == 1, let answer = getpass(prompt) else {
            throw Failure(
                "A passphrase is required. Use --passphrase-file, $ATOLL_PASSPHRASE, $ATOLL_PASSPHRASE_NAME or a terminal."
            )
        }
        return String(cString: answer)
    }
}
