/// The reason that a text has no QR code.
public enum QRCodeError: Error, Hashable, CustomStringConvertible {
    /// It is empty, longer than ``QRCode/maximumLength``, or has U+0000.
    case badLength
    /// The encoder failed.
    case failed

    public var description: String {
        switch self {
        case .badLength: "A QR code is made of 1 to \(QRCode.maximumLength) bytes of text without U+0000."
        case .failed: "The QR code could not be made."
        }
    }
}
