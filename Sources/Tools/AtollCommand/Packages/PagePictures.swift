import AtollChromium
import AtollPackages
import AtollRendering
import AtollReview
import AtollTerminal
import DurableFiles
import Foundation

/// Pictures of all pages of a package, as the Center's browser makes them: as a phone and as a desktop, light and dark.
struct PagePictures {
    /// The path of the Chromium that the user has named; nil for that of the environment, or one at a usual place.
    var chromium: String?
    var isSandboxed = true

    /// Opens every page, and writes the pictures into a folder, which is created if it is missing.
    ///
    /// - Throws: A ``Failure`` if there is no Chromium, or if the folder is a link, which a package may have created.
    func write(_ package: MiniAppPackage, into folder: URL) async throws -> RenderedPackage {
        guard let executable = BrowserOptions.find(chromium) else {
            throw Failure(
                "There is no Chromium\(chromium.map { " at \($0)" } ?? ""). Install it, or name it with --chromium.")
        }
        // Checked first, because the browser works for minutes.
        try refuseLink(folder)
        var options = BrowserOptions.untrusted(executable)
        options.isSandboxed = isSandboxed
        let rendered: RenderedPackage
        do {
            rendered = try await ChromiumRenderer(options).render(package)
        } catch let error as RenderingUnavailable {
            throw Failure("\(error)")
        }
        try refuseLink(folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let numbers = Dictionary(
            package.manifest.pages.enumerated().map { ($1, $0 + 1) }, uniquingKeysWith: { first, _ in first })
        for picture in rendered.pictures {
            let page = picture.page.replacing("/", with: "-").prefix(80)
            let name = "\(numbers[picture.page] ?? 0)-\(page)-\(picture.look).png"
            try DurableFile.write(picture.png, to: folder.appending(path: name))
        }
        return rendered
    }

    private func refuseLink(_ folder: URL) throws {
        let isLink = try? folder.resourceValues(forKeys: [.isSymbolicLinkKey]).isSymbolicLink
        guard isLink != true else { throw Failure("\(folder.relativePath) is a link. Name another folder.") }
    }
}
