import Foundation

/// Errors as sentences for the person in front of them, those of the system included, which have none that tells anything.
package enum ErrorText {
    /// What went wrong, in a sentence.
    package static func sentence(of error: any Error) -> String {
        switch error {
        case let error as CocoaError: sentence(of: error)
        case let error as POSIXError: sentence(text(of: error.code.rawValue))
        case let error as URLError: sentence("the address could not be used (\(error.code.rawValue))")
        case let DecodingError.dataCorrupted(context): place(context, "is not JSON that can be read")
        case let DecodingError.keyNotFound(key, context): place(context, "lacks \"\(key.stringValue)\"")
        case let DecodingError.typeMismatch(_, context), let DecodingError.valueNotFound(_, context):
            place(context, "has another kind of value than expected")
        default: String(describing: error)
        }
    }

    /// What the system says of an error's number.
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
            return "\(name) is not in a folder."
        }
        return switch error.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: "\(name) does not exist."
        case .fileReadNoPermission: "\(name) may not be read by this user."
        case .fileWriteNoPermission, .fileWriteVolumeReadOnly: "\(name) may not be written by this user."
        case .fileWriteOutOfSpace: "There is no room left on the disk for \(name)."
        case .fileWriteFileExists: "\(name) exists already."
        case .fileReadTooLarge: "\(name) is too large to be read."
        case .fileReadInapplicableStringEncoding, .fileReadCorruptFile: "\(name) is not text that can be read."
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
