// Modifiers that only change how something looks, which is not drawn here.

extension View {
    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
    public func padding(_ length: CGFloat) -> some View { self }
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
        self
    }
    public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { self }
    public func background<Style: ShapeStyle>(_ style: Style) -> some View { self }
    public func background<Style: ShapeStyle, Drawn: Shape>(_ style: Style, in shape: Drawn) -> some View { self }
    public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some View { self }
    public func tint(_ tint: Color?) -> some View { self }
    public func font(_ font: Font?) -> some View { self }
    public func bold() -> some View { self }
    public func lineLimit(_ number: Int?) -> some View { self }
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
    public func clipShape<Drawn: Shape>(_ shape: Drawn) -> some View { self }
    public func contentShape<Drawn: Shape>(_ shape: Drawn) -> some View { self }
    public func opacity(_ opacity: Double) -> some View { self }
    public func scaledToFit() -> some View { self }
    public func aspectRatio(_ ratio: CGFloat? = nil, contentMode: ContentMode) -> some View { self }
    public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { self }
    public func animation<Value: Equatable>(_ animation: Animation?, value: Value) -> some View { self }
    public func transition(_ transition: AnyTransition) -> some View { self }
    public func zIndex(_ value: Double) -> some View { self }
    public func flipsForRightToLeftLayoutDirection(_ flips: Bool) -> some View { self }
    public func redacted(reason: RedactionReasons) -> some View { self }
    public func buttonStyle<Style: PrimitiveButtonStyle>(_ style: Style) -> some View { self }
    public func pickerStyle(_ style: SegmentedPickerStyle) -> some View { self }
    public func listStyle(_ style: InsetGroupedListStyle) -> some View { self }
    public func labelStyle(_ style: IconOnlyLabelStyle) -> some View { self }
    public func textContentType(_ type: UITextContentType?) -> some View { self }
    public func textInputAutocapitalization(_ kind: TextInputAutocapitalization?) -> some View { self }
    public func autocorrectionDisabled(_ isDisabled: Bool = true) -> some View { self }
    public func navigationBarTitleDisplayMode(_ mode: NavigationBarItem.TitleDisplayMode) -> some View { self }
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }
    public func submitLabel(_ label: SubmitLabel) -> some View { self }
    public func listRowSeparator(_ visibility: Visibility) -> some View { self }
    public func scrollContentBackground(_ visibility: Visibility) -> some View { self }
    public func shadow(color: Color = .black, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> some View { self }
    public func accessibilityAction(named name: LocalizedStringKey, _ act: @escaping () -> Void) -> some View { self }
}

public enum ContentMode: Sendable { case fit, fill }
public struct SafeAreaRegions: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let all = SafeAreaRegions(rawValue: 1), container = SafeAreaRegions(rawValue: 2)
}
@MainActor
public struct AnyTransition {
    public static var opacity: AnyTransition { AnyTransition() }
    public static func move(edge: Edge) -> AnyTransition { AnyTransition() }
}
public struct RedactionReasons: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let placeholder = RedactionReasons(rawValue: 1)
}
public protocol PrimitiveButtonStyle {}
public struct PlainButtonStyle: PrimitiveButtonStyle {}
public struct BorderedButtonStyle: PrimitiveButtonStyle {}
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == PlainButtonStyle { public static var plain: PlainButtonStyle { .init() } }
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    public static var bordered: BorderedButtonStyle { .init() }
}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle { .init() }
}
public struct SegmentedPickerStyle: Sendable { public static let segmented = SegmentedPickerStyle() }
public struct InsetGroupedListStyle: Sendable { public static let insetGrouped = InsetGroupedListStyle() }
public struct IconOnlyLabelStyle: Sendable { public static let iconOnly = IconOnlyLabelStyle() }
public struct TextInputAutocapitalization: Sendable { public static let never = TextInputAutocapitalization() }
public enum NavigationBarItem { public enum TitleDisplayMode: Sendable { case automatic, inline, large } }
public struct SubmitLabel: Sendable { public static let done = SubmitLabel(), search = SubmitLabel() }
