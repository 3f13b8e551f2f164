// Drawing: declared, and not carried out.

public protocol ShapeStyle: Sendable {}

public struct Color: Primitive, ShapeStyle, Hashable {
    public enum RGBColorSpace: Sendable { case sRGB, displayP3 }
    let name: String
    nonisolated init(name: String) { self.name = name }
    public init(_ space: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1) {
        name = "\(red) \(green) \(blue) \(opacity)"
    }
    public nonisolated static let primary = Color(name: "primary"), secondary = Color(name: "secondary")
    public nonisolated static let accentColor = Color(name: "accent"), clear = Color(name: "clear")
    public nonisolated static let black = Color(name: "black"), white = Color(name: "white"), red = Color(name: "red")
    func elements(in context: Context) -> [Element] { [] }
}

extension ShapeStyle where Self == Color {
    public static var tint: Color { .accentColor }
    public static var primary: Color { .primary }
    public static var secondary: Color { .secondary }
    public static var red: Color { .red }
    public static var background: Color { .white }
    public static var quaternary: Color { .secondary }
}

public struct Material: ShapeStyle {}

extension ShapeStyle where Self == Material {
    public static var regularMaterial: Material { Material() }
}

public struct Font: Hashable, Sendable {
    public static let largeTitle = Font(), title = Font(), title2 = Font(), title3 = Font(), headline = Font()
    public static let body = Font(), subheadline = Font(), footnote = Font(), callout = Font(), caption = Font()
}

@MainActor public protocol Shape: View, Sendable {
    nonisolated func path(in rect: CGRect) -> Path
}

extension Shape {
    public var body: some View { ShapeView(shape: self) }
    public func fill<Style: ShapeStyle>(_ style: Style) -> some View { ShapeView(shape: self) }
}

struct ShapeView<Drawn: Shape>: Primitive {
    let shape: Drawn
    func elements(in context: Context) -> [Element] {
        let element = Element(.shape)
        element.value = "\(shape.path(in: CGRect(x: 0, y: 0, width: 390, height: 60)).elements.count)"
        return [element]
    }
}

public struct Path: Sendable {
    /// The lines and curves, as they were added.
    public enum Piece: Hashable, Sendable {
        case move(CGPoint), line(CGPoint), curve(CGPoint, CGPoint, CGPoint), close
    }
    public private(set) var elements: [Piece] = []
    public init() {}
    public init(_ draw: (inout Path) -> Void) { draw(&self) }
    public mutating func move(to point: CGPoint) { elements.append(.move(point)) }
    public mutating func addLine(to point: CGPoint) { elements.append(.line(point)) }
    public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        elements.append(.curve(control1, control2, end))
    }
    public mutating func closeSubpath() { elements.append(.close) }
}

public struct RoundedRectangle: Shape {
    public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {}
    public nonisolated func path(in rect: CGRect) -> Path { Path { $0.move(to: rect.origin) } }
}
public enum RoundedCornerStyle: Sendable { case circular, continuous }

extension Shape where Self == RoundedRectangle {
    public static func rect(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
        RoundedRectangle(cornerRadius: cornerRadius, style: style)
    }
}

public struct Animation: Hashable, Sendable {
    public static let `default` = Animation()
    public static func spring(duration: TimeInterval = 0.5, bounce: Double = 0) -> Animation { Animation() }
}

@MainActor public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows
    -> Result
{
    try body()
}

public enum HorizontalAlignment: Sendable { case leading, center, trailing }
public enum VerticalAlignment: Sendable { case top, center, bottom, firstTextBaseline }
public enum Alignment: Sendable {
    case center, leading, trailing, top, bottom, topLeading, topTrailing, bottomLeading, bottomTrailing
}

public enum Edge: Sendable {
    case top, leading, bottom, trailing
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let top = Set(rawValue: 1), leading = Set(rawValue: 2), bottom = Set(rawValue: 4),
            trailing = Set(rawValue: 8)
        public static let horizontal: Set = [.leading, .trailing], vertical: Set = [.top, .bottom]
        public static let all: Set = [.horizontal, .vertical]
    }
}

public enum Axis: Sendable {
    case horizontal, vertical
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let horizontal = Set(rawValue: 1), vertical = Set(rawValue: 2)
    }
}

public struct GridItem: Sendable {
    public enum Size: Sendable { case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity) }
    public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {}
}

public struct AccessibilityTraits: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let isHeader = AccessibilityTraits(rawValue: 1), isSelected = AccessibilityTraits(rawValue: 2)
}
