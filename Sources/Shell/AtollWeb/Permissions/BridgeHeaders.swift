import HTTPTypes

/// The headers of a request in a mini app's name, found in one pass: looking up one after another takes longer than finding the launch.
struct BridgeHeaders: Sendable {
    private(set) var origin: String?
    private(set) var site: String?
    private(set) var contentType: String?
    private(set) var language: String?
    private(set) var theme: String?
    private(set) var timeZone: String?

    init(_ fields: HTTPFields) {
        for field in fields {
            switch field.name {
            case .origin: Self.add(field.value, to: &origin)
            case .secFetchSite: Self.add(field.value, to: &site)
            case .contentType: Self.add(field.value, to: &contentType)
            case .acceptLanguage: Self.add(field.value, to: &language)
            case .atollTheme: Self.add(field.value, to: &theme)
            case .atollTimeZone: Self.add(field.value, to: &timeZone)
            default: continue
            }
        }
    }

    /// A repeated header is a list, as everywhere (RFC 9110, section 5.3): a second origin is not ignored.
    private static func add(_ value: String, to known: inout String?) {
        known = known.map { $0 + ", " + value } ?? value
    }
}
