import AtollRuntime
import Foundation

/// The files of the container, and the scripts that are added to the pages of the shell and the mini app.
struct DevelopmentResources: Sendable {
    private let files: [String: Data]

    /// - Throws: An error if the files are missing from the installation.
    init() throws {
        guard let folder = Bundle.module.url(forResource: "Container", withExtension: nil, subdirectory: "Resources")
        else { throw CocoaError(.fileNoSuchFile) }
        var files: [String: Data] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            files[file.lastPathComponent] = try Data(contentsOf: file)
        }
        files["bridge.js"] = Data("export default ".utf8) + BridgeDescription.contents + Data(";\n".utf8)
        self.files = files
    }

    /// The contents of a file of the container, with its media type.
    func file(_ name: String) -> (contents: Data, mediaType: String)? {
        files[name].map { ($0, MediaType.type(ofPath: name)) }
    }

    /// The first and the last script of the shell's page around the mini app.
    var pageScripts: (first: Data, last: Data) { (files["look.js"] ?? Data(), files["page.js"] ?? Data()) }
    /// The script of the mini app's pages.
    var frameScript: Data { (files["look.js"] ?? Data()) + (files["frame.js"] ?? Data()) }
}
