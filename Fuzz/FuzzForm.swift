import Foundation
import RequestParsing

/// A form is parsed to fields within the limits, or refused; encoding and parsing the fields gives the same fields.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let form = try? FormFields(parsing: UnsafeBufferPointer(start: start, count: count)) else { return 0 }
    precondition(form.values.count <= FormFields.maximumFields)
    for (name, value) in form.values {
        precondition(name.utf8.count <= FormFields.maximumName && value.utf8.count <= FormFields.maximumValue)
    }
    let encoded = form.values.map { encode($0.key) + "=" + encode($0.value) }.joined(separator: "&")
    precondition(try! FormFields(parsing: encoded.utf8).values == form.values)
    return 0
}

private func encode(_ text: String) -> String {
    text.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
