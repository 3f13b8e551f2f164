import Foundation

/// A file as a bundler's own server has answered, or as it is in the folder.
struct DevelopedFile: Sendable {
    var status = 200
    var contents: Data
    var mediaType: String
    var isPage: Bool
}
