/// Finds the families of one type of fragments. How to find them is decided once, since most types have none.
@usableFromInline
struct FragmentFamilies<F: Fragment>: Sendable {
    private enum Source: Sendable { case none, own, reflection }

    private let source: Source

    /// Whether the type can have families.
    var finds: Bool { source != .none }

    @usableFromInline
    init(of example: F) {
        if example is any IdentifiedFragment {
            source = .own
        } else {
            source = Mirror(reflecting: example).displayStyle == .enum ? .reflection : .none
        }
    }

    func family(of fragment: F) -> String? {
        switch source {
        case .none: nil
        case .own: (fragment as? any IdentifiedFragment)?.family
        case .reflection: Self.reflected(fragment)
        }
    }

    private static func reflected(_ fragment: any Fragment) -> String? {
        if let identified = fragment as? any IdentifiedFragment { return identified.family }
        let mirror = Mirror(reflecting: fragment)
        guard let value = mirror.onlyValue, let name = mirror.children.first?.label else { return nil }
        guard let inner = value as? any Fragment else { return name }
        return reflected(inner).map { "\(name).\($0)" }
    }
}
