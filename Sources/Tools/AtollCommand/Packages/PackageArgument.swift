import ArgumentParser
import AtollPackages
import AtollTerminal
import Foundation
import PrintableText

/// The mini app that a command works on.
struct PackageArgument: ParsableArguments {
    @Argument(help: "The folder of a mini app, or the folder around it, or a .ma file. Default: this folder.")
    var path = "."

    func package() throws -> MiniAppPackage { try Self.package(at: path) }

    /// Checks that there is a mini app, before the command requires anything else.
    func checkPlace() throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw Failure("There is no file or folder \(path).")
        }
        guard isFolder.boolValue else { return }
        let folder = MiniAppFolders.files(at: path)
        guard MiniAppFolders.hasManifest(folder) else {
            throw Failure(
                "\(path == "." ? "This folder" : path) has no mini app: there is no \(Manifest.path) in it. Name the mini app's "
                    + "folder, or make one with: atoll new NAME, or atoll import of a web app")
        }
        let settings = folder.appending(path: MiniAppFolders.settings)
        guard !FileManager.default.fileExists(atPath: settings.path) else {
            throw Failure(
                "\(settings.path) would be a public file of the mini app. Move it into the folder .atoll, which is not packaged. "
                    + "A relative path of the keys in it then needs one more \"../\".")
        }
    }

    /// The package in a folder or a file.
    static func package(at path: String) throws -> MiniAppPackage {
        let url = URL(filePath: path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw Failure("There is no file or folder \(path).")
        }
        guard !isFolder.boolValue else {
            return try MiniAppPackage(files: PackageFolder(MiniAppFolders.files(at: path)).files())
        }
        let limit = PackageLimits().archiveBytes
        let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
        // A file that is too long is refused without being read.
        guard size <= limit else {
            throw PackageRefusal(.tooLarge, nil, "\(size) bytes; at most \(limit) are allowed.")
        }
        let archive = try MappedArchive(url)
        return try MiniAppPackage(archive: archive.data, onChecked: archive.giveBack)
    }
}
