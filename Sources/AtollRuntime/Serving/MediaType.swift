/// The media type of a file, by its extension. A mini app's files have these types and no others; what is not listed is
/// served as bytes, which no browser runs.
public enum MediaType {
    /// The type for a path, such as `text/html; charset=utf-8`.
    public static func type(ofPath path: String) -> String {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return bytes }
        return types[path[path.index(after: dot)...].lowercased()] ?? bytes
    }

    /// Whether a path names a picture that the host may show.
    public static func isImage(_ path: String) -> Bool {
        type(ofPath: path).hasPrefix("image/")
    }

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
