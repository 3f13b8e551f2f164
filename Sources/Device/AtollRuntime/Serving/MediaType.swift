import AtollPackages

/// Finds the media type of a file by its extension. A file with an extension that is not listed is served as
/// `application/octet-stream`, which no browser runs.
public enum MediaType {
    /// The media type for a path, such as `text/html; charset=utf-8`.
    public static func type(ofPath path: String) -> String {
        types[PackageFile.contentExtension(of: path)] ?? bytes
    }

    /// Whether the extension of a path is that of an image, which the host may show.
    public static func isImage(_ path: String) -> Bool {
        type(ofPath: path).hasPrefix("image/")
    }

    /// The extensions of files. The last part of a route may have a dot, too, such as `ada.lovelace` or `1.2`.
    static let extensions: Set<String> = Set(types.keys).union([
        "htm", "zip", "br", "eot",
    ])

    private static let bytes = "application/octet-stream"

    private static let types = [
        "html": "text/html; charset=utf-8",
        "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8",
        "cjs": "text/javascript; charset=utf-8",
        "json": "application/json",
        "map": "application/json",
        "geojson": "application/geo+json",
        "webmanifest": "application/manifest+json",
        "txt": "text/plain; charset=utf-8",
        "md": "text/markdown; charset=utf-8",
        "csv": "text/csv; charset=utf-8",
        "vtt": "text/vtt; charset=utf-8",
        "xml": "application/xml",
        "pdf": "application/pdf",
        "gltf": "model/gltf+json",
        "glb": "model/gltf-binary",
        "gz": "application/gzip",
        "svg": "image/svg+xml",
        "png": "image/png",
        "jpg": "image/jpeg",
        "jpeg": "image/jpeg",
        "gif": "image/gif",
        "webp": "image/webp",
        "avif": "image/avif",
        "apng": "image/apng",
        "bmp": "image/bmp",
        "ico": "image/x-icon",
        "cur": "image/x-icon",
        "woff2": "font/woff2",
        "woff": "font/woff",
        "ttf": "font/ttf",
        "otf": "font/otf",
        "mp3": "audio/mpeg",
        "ogg": "audio/ogg",
        "oga": "audio/ogg",
        "opus": "audio/ogg",
        "wav": "audio/wav",
        "m4a": "audio/mp4",
        "aac": "audio/aac",
        "flac": "audio/flac",
        "weba": "audio/webm",
        "mp4": "video/mp4",
        "m4v": "video/mp4",
        "ogv": "video/ogg",
        "webm": "video/webm",
        "wasm": "application/wasm",
    ]
}
