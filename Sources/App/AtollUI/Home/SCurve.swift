import AtollHome
import SwiftUI

/// A single S-curve over the whole width, low on the left and high on the right, filled down to the bottom edge.
///
/// ```swift
/// SCurve().fill(.tint).frame(height: 60)
/// ```
public struct SCurve: Shape {
    /// Creates the curve.
    public init() {}

    /// The closed outline in a rectangle.
    public nonisolated func path(in rect: CGRect) -> Path {
        Path { path in
            path.move(to: CGPoint(x: rect.minX, y: rect.maxY))
            path.addCurve(
                to: CGPoint(x: rect.maxX, y: rect.minY),
                control1: CGPoint(x: rect.minX + rect.width / 3, y: rect.maxY),
                control2: CGPoint(x: rect.minX + rect.width * 0.42, y: rect.minY))
            path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
            path.closeSubpath()
        }
    }
}
