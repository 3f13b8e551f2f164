import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads the answer to a request for a list of objects (`ListObjectsV2`).
final class S3ListReader: NSObject, XMLParserDelegate {
    private let prefix: String
    private var path: [String] = []
    private var text = ""
    private var key = ""
    private var size: Int?
    private var modified: Date?
    private var entries: [ObjectEntry] = []
    private var isTruncated = false
    private var next: String?
    private var isComplete = false
    private var fault: String?
    private static let maximumText = 4_096

    private init(prefix: String) {
        self.prefix = prefix
    }

    /// The objects of a list, without the prefix in their keys. Objects whose names are not keys belong to others, and
    /// are left out.
    ///
    /// - Throws: ``ObjectError/malformed(_:)``.
    static func page(in body: Data, below prefix: String) throws(ObjectError) -> ObjectPage {
        let reader = S3ListReader(prefix: prefix)
        let parser = XMLParser(data: body)
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        // On Linux, a text that is not XML is not always reported.
        guard parser.parse(), parser.parserError == nil, reader.fault == nil, reader.isComplete else {
            throw .malformed(reader.fault ?? "a list of objects that is not XML")
        }
        guard reader.isTruncated else { return ObjectPage(entries: reader.entries, next: nil) }
        guard let next = reader.next, !next.isEmpty else { throw .malformed("a list that does not name its next part") }
        return ObjectPage(entries: reader.entries, next: next)
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        if path.isEmpty, isComplete || name != "ListBucketResult" { fail("the element \(name)", parser) }
        path.append(name)
        text = ""
        if path.dropFirst() == ["Contents"] { (key, size, modified) = ("", nil, nil) }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        text += string
        if text.utf8.count > Self.maximumText { fail("an element that is too long", parser) }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        switch path.dropFirst() {
        case ["Contents", "Key"]: key = text
        case ["Contents", "Size"]: size = Int(text)
        case ["Contents", "LastModified"]: modified = Self.date(text)
        case ["Contents"]: add(parser)
        case ["IsTruncated"]: isTruncated = text == "true"
        case ["NextContinuationToken"]: next = text
        default: break
        }
        if !path.isEmpty { path.removeLast() }
        if path.isEmpty { isComplete = true }
    }

    private func add(_ parser: XMLParser) {
        guard let size, size >= 0, let modified else { return fail("an object without a size or a time", parser) }
        guard key.hasPrefix(prefix), let key = ObjectKey(String(key.dropFirst(prefix.count))) else { return }
        entries.append(ObjectEntry(key: key, size: size, modified: modified))
    }

    private func fail(_ what: String, _ parser: XMLParser) {
        fault = fault ?? what
        parser.abortParsing()
    }

    /// `2026-01-31T09:59:59.000Z`, with or without a fraction.
    private static func date(_ text: String) -> Date? {
        let formatter = ISO8601DateFormatter()
        if let date = formatter.date(from: text) { return date }
        formatter.formatOptions.insert(.withFractionalSeconds)
        return formatter.date(from: text)
    }
}
