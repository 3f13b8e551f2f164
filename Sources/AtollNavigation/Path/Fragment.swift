/// A screen, or a part of one, that can be presented: usually a case of an enum. A screen of which there are many carries what tells them
/// apart as the value of its case.
///
/// ```swift
/// enum Screen: Fragment {
///     case splash, login, products
///     case product(Product.ID)
/// }
/// ```
///
/// `product(30)` and `product(31)` are two places of one family: a graph's rules are the same for both. An enum among enums, as a feature's
/// screens are among an app's, is looked into: `shop(.product(30))` and `shop(.product(31))` are a family, and `shop(.products)` stands alone.
///
/// Families are found by reflection when a value that is not on the path is presented or asked about. A type that is not an enum, or that wants to answer
/// faster, conforms to ``IdentifiedFragment``.
public protocol Fragment: Hashable, Sendable {}

/// A fragment that says itself what it has in common with others that differ in their id only.
///
/// If a type other than an enum has an id that appears in links, give it the `customMirror` of an enum whose case carries the id.
public protocol IdentifiedFragment: Fragment {
    /// The name of the family, or nil if there is one such fragment only.
    var family: String? { get }
}

/// What a rule is about: one fragment, or all of a family.
public enum FragmentKind<F: Fragment>: Hashable, Sendable, CustomStringConvertible {
    case single(F)
    case family(String)

    /// The kind of a fragment.
    ///
    /// - Complexity: That of reflection where the fragment is an enum's.
    public init(_ fragment: F) {
        self = FragmentFamilies(of: fragment).family(of: fragment).map { .family($0) } ?? .single(fragment)
    }

    public var description: String {
        switch self {
        case .single(let fragment): fragment.readableName
        case .family(let name): name
        }
    }
}

extension Fragment {
    /// The value of a case, or nil if this is another one.
    ///
    /// ```swift
    /// Screen.product(30).value(of: Screen.product)                // 30
    /// Screen.splash.value(of: Screen.product)                     // nil
    /// App.shop(.product(30)).value { App.shop(.product($0)) }     // 30
    /// ```
    ///
    /// - Complexity: That of reflection.
    public func value<Value>(of makeFragment: (Value) -> Self) -> Value? {
        firstInside { inner in (inner as? Value).flatMap { makeFragment($0) == self ? $0 : nil } }
    }

    /// What `look` finds in a value of this, or in the value of that, and so on.
    func firstInside<Found>(_ look: (Any) -> Found?) -> Found? {
        var current: Any = self
        while let inner = Mirror(reflecting: current).onlyValue {
            if let found = look(inner) { return found }
            current = inner
        }
        return nil
    }
}

extension Fragment {
    /// What the fragment is called in a text: `shop.product(30)`. Its own description, if it has one.
    package var readableName: String {
        if let described = self as? any CustomStringConvertible { return described.description }
        let mirror = Mirror(reflecting: self)
        guard let value = mirror.onlyValue, let name = mirror.children.first?.label else { return "\(self)" }
        if let id = value as? any FragmentID, id.isAny { return name }
        if let inner = value as? any Fragment { return "\(name).\(inner.readableName)" }
        return "\(name)(\(value))"
    }
}

extension Fragment {
    /// What a rule about the fragment, or about its family, is called in a text: `shop.product`.
    var ruleName: String { FragmentKind(self).description }
}

extension GraphEdge where F: Fragment {
    /// What a rule along the edge is called in a text.
    var ruleName: String { "\(from.ruleName) -> \(to.ruleName)" }
}

extension Mirror {
    /// The value of an enum's case; what a label makes a tuple of one is taken out of it.
    fileprivate var onlyValue: Any? {
        guard displayStyle == .enum, let value = children.first?.value else { return nil }
        let inner = Mirror(reflecting: value)
        return inner.displayStyle == .tuple && inner.children.count == 1 ? inner.children.first?.value : value
    }
}

/// How the families of a type of fragments are found: decided once, since most types have none.
@usableFromInline
struct FragmentFamilies<F: Fragment>: Sendable {
    private enum Source: Sendable { case none, own, reflection }

    private let source: Source

    /// Whether there can be any.
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
