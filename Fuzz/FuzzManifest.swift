import AtollPackages
import Foundation

/// A manifest, and the texts of another language, are parsed, or refused with the rule and the subject.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let data = Data(UnsafeBufferPointer(start: start, count: count))
    do throws(PackageRefusal) {
        let manifest = try Manifest(decoding: data)
        precondition(!manifest.pages.isEmpty && !manifest.icons.isEmpty && manifest.version.code > 0)
        let again = try Manifest(decoding: data)
        precondition(again == manifest)
    } catch {
        precondition(error.rule == .manifest && error.subject != nil)
    }
    do throws(PackageRefusal) {
        _ = try ManifestTexts(decoding: data, at: "i18n/de.json")
    } catch {
        precondition(error.rule == .texts && error.subject == "i18n/de.json")
    }
    return 0
}
