#if canImport(CoreImage)
import CoreImage
#else
import CAtollQREncode
#endif

extension QRCode {
    #if canImport(CoreImage)
    /// The modules of a text, from Core Image, which adds a margin of one module.
    static func modules(of text: String) throws(QRCodeError) -> [Bool] {
        guard let filter = CIFilter(name: "CIQRCodeGenerator") else { throw .failed }
        filter.setValue(Data(text.utf8), forKey: "inputMessage")
        filter.setValue("M", forKey: "inputCorrectionLevel")
        guard let image = filter.outputImage else { throw .failed }
        let width = Int(image.extent.width)
        guard width > 2 else { throw .failed }
        var pixels = [UInt8](repeating: 0, count: width * width * 4)
        CIContext().render(
            image, toBitmap: &pixels, rowBytes: width * 4, bounds: image.extent, format: .RGBA8, colorSpace: nil)
        return (1..<width - 1).flatMap { row in
            (1..<width - 1).map { column in pixels[(row * width + column) * 4] < 128 }
        }
    }
    #else
    /// The modules of a text, from libqrencode.
    static func modules(of text: String) throws(QRCodeError) -> [Bool] {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { throw .failed }
        defer { QRcode_free(code) }
        let side = Int(code.pointee.width)
        guard side > 0, let bytes = code.pointee.data else { throw .failed }
        // The lowest bit states whether a module is dark, and the others state its purpose.
        return UnsafeBufferPointer(start: bytes, count: side * side).map { $0 & 1 == 1 }
    }
    #endif
}
