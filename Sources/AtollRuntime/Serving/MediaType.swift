/// Finds the media type of a file by its extension. A file with an extension that is not listed is served as
/// `application/octet-stream`, which no browser runs.
public enum MediaType {
    /// The media type for a path, such as `text/html; charset=utf-8`.
    public static func type(ofPath path: String) -> String {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return bytes }
        return types[path[path.index(after: dot)...].lowercased()] ?? bytes
    }

    /// Whether the extension of a path is that of an image, which the host may show.
    public static func isImage(_ path: String) -> Bool {
        type(ofPath: path).hasPrefix("image/")
    }

    /// The extensions of files. The last part of a route may have a dot, too, such as `ada.lovelace` or `1.2`.
    static let extensions: Set<String> = Set(types.keys).union([
        "htm", "map", "xml", "md", "csv", "pdf", "zip", "gz", "br", "ttf", "otf", "eot", "wav", "m4a", "webmanifest",
    ])

    private static let bytes = "application/octet-stream"

    private static let types = [
        "html": "text/html; charset=utf-8",
        "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8",
        "json": "application/json",
        "txt": "text/plain; charset=utf-8",
        "svg": "image/svg+xml",
        "png": "image/png",
        "jpg": "image/jpeg",
        "jpeg": "image/jpeg",
        "gif": "image/gif",
        "webp": "image/webp",
        "avif": "image/avif",
        "ico": "image/x-icon",
        "woff2": "font/woff2",
        "woff": "font/woff",
        "mp3": "audio/mpeg",
        "ogg": "audio/ogg",
        "mp4": "video/mp4",
        "webm": "video/webm",
        "wasm": "application/wasm",
    ]
}
