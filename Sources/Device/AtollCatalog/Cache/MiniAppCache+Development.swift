import AtollPackages
import Foundation
import PrintableText

extension MiniAppCache {
    /// Runs an unsigned package, in place of every version of its mini app, until the next one: for tools that show
    /// a developer each change immediately. Nothing is recorded, so a restart forgets it.
    ///
    /// - Complexity: Writes the files that the cache does not have.
    /// - Throws: ``CatalogError/storage(_:)``.
    package func develop(
        _ package: MiniAppPackage, denying denied: Set<String> = []
    ) throws(CatalogError) -> InstalledMiniApp {
        do {
            for (file, entry) in zip(package.files, package.fileList.files) where !blobs.contains(entry.sha256) {
                try blobs.writeUnforced(file.contents, as: entry.sha256)
            }
            let list = package.fileList.encoded()
            let digest = SHA256Hash(of: list)
            if !blobs.contains(digest) { try blobs.writeUnforced(list, as: digest) }
            let miniApp = try InstalledMiniApp(fileList: digest, in: blobs, permissionsDenied: denied)
            // Of the version before, a page may be loading something still; of the one before that, none is.
            let current = Set(package.fileList.files.map(\.sha256) + [digest])
            for old in replaced.subtracting(current) { try? blobs.remove(old) }
            var before: Set<SHA256Hash> = []
            for each in developed.values { before.formUnion(each.list.files.map(\.sha256) + [each.digest]) }
            replaced = before.subtracting(current)
            developed = [miniApp.manifest.id: miniApp]
            return miniApp
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }
}
