import Foundation

/// Error messages in sentences for users, including system errors, whose own descriptions are not helpful.
package enum ErrorText {
    /// A sentence that describes what went wrong.
    package static func sentence(of error: any Error) -> String {
        switch error {
        case let error as CocoaError: sentence(of: error)
        case let error as POSIXError: sentence(text(of: error.code.rawValue))
        case let error as URLError: sentence("the URL could not be loaded (\(error.code.rawValue))")
        case let DecodingError.dataCorrupted(context): place(context, "is invalid")
        case let DecodingError.keyNotFound(key, context): place(context, "has no \"\(key.stringValue)\"")
        case let DecodingError.typeMismatch(_, context), let DecodingError.valueNotFound(_, context):
            place(context, "has a value of the wrong type")
        default: String(describing: error)
        }
    }

    /// The system's text for an error number.
    package static func text(of code: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            buffer.initialize(repeating: 0)
            guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else {
                return "error \(code)"
            }
            return String(cString: start)
        }
    }

    private static func sentence(of error: CocoaError) -> String {
        let path = (error.userInfo[NSFilePathErrorKey] as? String) ?? (error.userInfo[NSURLErrorKey] as? URL)?.path
        let name = path ?? "The file"
        if let reason = error.userInfo[NSUnderlyingErrorKey] as? POSIXError, reason.code == .ENOTDIR {
            return "\(name) can't be reached: part of its path is not a folder."
        }
        return switch error.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: "\(name) does not exist."
        case .fileReadNoPermission: "\(name) can't be read: permission denied."
        case .fileWriteNoPermission, .fileWriteVolumeReadOnly: "\(name) can't be written: permission denied."
        case .fileWriteOutOfSpace: "\(name) can't be written: the disk is full."
        case .fileWriteFileExists: "\(name) already exists."
        case .fileReadTooLarge: "\(name) is too large to be read."
        case .fileReadInapplicableStringEncoding, .fileReadCorruptFile: "\(name) is not readable text."
        default: "\(name) can't be used: the system reports error \(error.code.rawValue)."
        }
    }

    private static func place(_ context: DecodingError.Context, _ fault: String) -> String {
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? "The JSON \(fault)." : "\"\(path)\" in the JSON \(fault)."
    }

    private static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
    }
}
