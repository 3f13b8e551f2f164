import AtollNavigation

/// A screen by the name of its feature, for an app whose features are known only when it runs.
///
/// An app that knows its features when it is compiled has an enumeration with a case for each instead.
public struct NamedScreen: IdentifiedFragment, CustomStringConvertible, CustomReflectable {
    /// The name of the feature.
    public let feature: String
    let screen: any Fragment
    /// The name of the screen's family, with the feature's; nil if it has none.
    public let family: String?

    /// A screen of a feature, or of the app itself under a name that no feature has.
    public init(_ feature: String, _ screen: some Fragment) {
        self.feature = feature
        self.screen = screen
        family = if case .family(let name) = FragmentKind(screen) { "\(feature).\(name)" } else { nil }
    }

    /// As an enum with a case for each feature would have it, so that a screen's id is found.
    public var customMirror: Mirror { Mirror(self, children: [feature: screen], displayStyle: .enum) }

    public var description: String { "\(feature).\(screen.readableName)" }

    public static func == (left: NamedScreen, right: NamedScreen) -> Bool {
        left.feature == right.feature && left.screen.isEqual(to: right.screen)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(feature)
        screen.hash(into: &hasher)
    }
}

extension Fragment {
    fileprivate func isEqual(to other: any Fragment) -> Bool { other as? Self == self }
}

extension Embedding where Parent == NamedScreen {
    /// The screens of a feature.
    public static func named(_ feature: String) -> Embedding {
        Embedding({ NamedScreen(feature, $0) }) { $0.feature == feature ? $0.screen as? Child : nil }
    }
}

extension FeatureMap {
    /// This map as part of an app whose features are known only when it runs.
    public var named: MountedMap<NamedScreen> { mounted(.named(name)) }
}
