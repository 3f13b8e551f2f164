import Foundation

/// A file from a bundler's server, or from the folder.
struct DevelopedFile: Sendable {
    var status = 200
    var contents: Data
    var mediaType: String
    var isPage: Bool
}
