import ArgumentParser
import AtollPackages
import Foundation
import PrintableText

/// `atoll package`: packs a mini app, and looks into packages.
struct PackageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "package", abstract: "Pack a mini app, look into a package, or check one.",
        subcommands: [BuildCommand.self, InspectCommand.self, VerifyPackageCommand.self]
    )
}

/// The mini app that a command is about.
struct PackageArgument: ParsableArguments {
    @Argument(help: "The folder of a mini app, or a .ma file.")
    var path: String

    func package() throws -> MiniAppPackage {
        let url = URL(filePath: path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw Failure("There is no \(path).")
        }
        guard !isFolder.boolValue else { return try MiniAppPackage(files: PackageFolder(url).files()) }
        let limit = PackageLimits().totalBytes
        let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
        // What is too long is not read to say so.
        guard size <= limit else {
            throw PackageRefusal(.tooLarge, nil, "\(size) bytes; at most \(limit) are allowed.")
        }
        return try MiniAppPackage(archive: Data(contentsOf: url, options: .mappedIfSafe))
    }
}

struct BuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build", abstract: "Pack a mini app's folder into a .ma file: the same folder, the same bytes."
    )

    @OptionGroup
    var source: PackageArgument

    @Option(name: .shortAndLong, help: "The file to write. Default: the mini app's id and its version name.")
    var output: String?

    func run() throws {
        try refusing {
            let package = try source.package()
            let manifest = package.manifest
            let archive = package.archive()
            let file = URL(filePath: output ?? "\(manifest.id)-\(manifest.version.name).ma")
            try archive.write(to: file, options: .atomic)
            print("\(file.lastPathComponent): \(package.files.count) files, \(archive.count) bytes")
            print("sha256 \(BlobDigest(of: archive))")
        }
    }
}

struct VerifyPackageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check a package; say the rule that it breaks, and end with 1."
    )

    @OptionGroup
    var source: PackageArgument

    func run() throws {
        try refusing {
            let package = try source.package()
            print("\(package.manifest.id) \(package.manifest.version.name) keeps every rule.")
        }
    }
}

/// Runs the work of a command about a package. A refusal is printed with the name of its rule in front, and ends the command
/// with 1.
func refusing(_ work: () throws -> Void) throws {
    do {
        try work()
    } catch let refusal as PackageRefusal {
        print(refusal)
        throw ExitCode(1)
    } catch let error where !(error is ExitCode) {
        note("error: \(ErrorText.sentence(of: error))")
        throw ExitCode(1)
    }
}
