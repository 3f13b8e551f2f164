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
    public func lineLimit(_ number: Int?) -> some View { self }
    public func clipShape<Drawn: Shape>(_ shape: Drawn) -> some View { self }
    public func scaledToFit() -> some View { self }
    public func aspectRatio(_ ratio: CGFloat? = nil, contentMode: ContentMode) -> some View { self }
    public func flipsForRightToLeftLayoutDirection(_ flips: Bool) -> some View { self }
    public func buttonStyle<Style: PrimitiveButtonStyle>(_ style: Style) -> some View { self }
    public func labelStyle(_ style: IconOnlyLabelStyle) -> some View { self }
    public func textContentType(_ type: UITextContentType?) -> some View { self }
    public func textInputAutocapitalization(_ kind: TextInputAutocapitalization?) -> some View { self }
    public func keyboardType(_ type: UIKeyboardType) -> some View { self }
    public func submitLabel(_ label: SubmitLabel) -> some View { self }
    public func autocorrectionDisabled(_ isDisabled: Bool = true) -> some View { self }
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }
}

public enum ContentMode: Sendable { case fit, fill }
public protocol PrimitiveButtonStyle {}
/// One type stands for the real ones, which have one each.
public struct SomeButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == SomeButtonStyle {
    public static var plain: SomeButtonStyle { .init() }
    public static var bordered: SomeButtonStyle { .init() }
    public static var borderless: SomeButtonStyle { .init() }
    public static var borderedProminent: SomeButtonStyle { .init() }
}
public struct IconOnlyLabelStyle: Sendable { public static let iconOnly = IconOnlyLabelStyle() }
public enum UIKeyboardType: Sendable { case `default`, numbersAndPunctuation }
public enum SubmitLabel: Sendable { case done, go, next }
public struct TextInputAutocapitalization: Sendable { public static let never = TextInputAutocapitalization() }
