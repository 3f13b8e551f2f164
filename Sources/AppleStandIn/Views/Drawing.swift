// What things look like: declared, and not drawn.

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
    public func opacity(_ opacity: Double) -> Color { self }
    func elements(in context: Context) -> [Element] { [] }
}

extension ShapeStyle where Self == Color {
    public static var tint: Color { .accentColor }
    public static var primary: Color { .primary }
    public static var secondary: Color { .secondary }
    public static var white: Color { .white }
    public static var red: Color { .red }
    public static var background: Color { .white }
    public static var quaternary: Color { .secondary }
}

public struct Material: ShapeStyle {
    public static let regular = Material(), thin = Material(), bar = Material()
}

extension ShapeStyle where Self == Material {
    public static var regularMaterial: Material { .regular }
    public static var thinMaterial: Material { .thin }
    public static var bar: Material { .bar }
}

public struct Font: Hashable, Sendable {
    public enum Weight: Hashable, Sendable { case regular, medium, semibold, bold }
    public enum TextStyle: Hashable, Sendable {
        case largeTitle, title, title2, title3, headline, body, subheadline, footnote, caption
    }
    public enum Design: Hashable, Sendable { case `default`, rounded }
    let style: TextStyle
    public static let largeTitle = Font(style: .largeTitle), title = Font(style: .title), title2 = Font(style: .title2)
    public static let title3 = Font(style: .title3), headline = Font(style: .headline), body = Font(style: .body)
    public static let subheadline = Font(style: .subheadline), footnote = Font(style: .footnote),
        caption = Font(style: .caption)
    public func weight(_ weight: Weight) -> Font { self }
    public func bold() -> Font { self }
    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
        Font(style: style)
    }
}

@MainActor
public protocol Shape: View, Sendable {
    nonisolated func path(in rect: CGRect) -> Path
}

extension Shape {
    public var body: some View { ShapeView(shape: self) }
    public func fill<Style: ShapeStyle>(_ style: Style) -> some View { ShapeView(shape: self) }
    public func stroke<Style: ShapeStyle>(_ style: Style, lineWidth: CGFloat = 1) -> some View {
        ShapeView(shape: self)
    }
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
    public mutating func addRect(_ rect: CGRect) {
        move(to: rect.origin)
        addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
        closeSubpath()
    }
}

public struct RoundedRectangle: Shape {
    public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {}
    public nonisolated func path(in rect: CGRect) -> Path { Path { $0.addRect(rect) } }
}
public enum RoundedCornerStyle: Sendable { case circular, continuous }

public struct Capsule: Shape {
    public init() {}
    public nonisolated func path(in rect: CGRect) -> Path { Path { $0.addRect(rect) } }
}

public struct Rectangle: Shape {
    public init() {}
    public nonisolated func path(in rect: CGRect) -> Path { Path { $0.addRect(rect) } }
}

extension Shape where Self == RoundedRectangle {
    public static func rect(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
        RoundedRectangle(cornerRadius: cornerRadius, style: style)
    }
}

extension Shape where Self == Rectangle {
    public static var rect: Rectangle { Rectangle() }
}

extension Shape where Self == Capsule {
    public static var capsule: Capsule { Capsule() }
}

public struct Animation: Hashable, Sendable {
    public static let `default` = Animation()
    public static func spring(duration: TimeInterval = 0.5, bounce: Double = 0) -> Animation { Animation() }
    public static func easeInOut(duration: TimeInterval) -> Animation { Animation() }
}

@MainActor
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
    try body()
}

public enum HorizontalAlignment: Sendable { case leading, center, trailing }
public enum VerticalAlignment: Sendable { case top, center, bottom, firstTextBaseline }
public enum Alignment: Sendable {
    case center, leading, trailing, top, bottom, topLeading, topTrailing, bottomLeading, bottomTrailing
}
public enum TextAlignment: Sendable { case leading, center, trailing }

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
    public enum Size: Sendable {
        case fixed(CGFloat), flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity), adaptive(
            minimum: CGFloat, maximum: CGFloat = .infinity)
    }
    public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {}
}

public struct AccessibilityTraits: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let isHeader = AccessibilityTraits(rawValue: 1), isSelected = AccessibilityTraits(rawValue: 2)
    public static let isButton = AccessibilityTraits(rawValue: 4)
}
