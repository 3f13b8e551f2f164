import AtollHome
import SwiftUI

/// A wavy line over the whole width, filled down to the bottom edge.
///
/// ```swift
/// Waves(count: 4).fill(.tint).frame(height: 40)
/// ```
public struct Waves: Shape {
    private let count: Int

    /// Creates a line of waves.
    ///
    /// - Parameter count: The number of waves; less than 1 counts as 1.
    public init(count: Int = 6) { self.count = max(count, 1) }

    /// The closed outline in a rectangle.
    public nonisolated func path(in rect: CGRect) -> Path {
        Path { path in
            let length = rect.width / CGFloat(count)
            path.move(to: CGPoint(x: rect.minX, y: rect.midY))
            for index in 0..<count {
                let start = rect.minX + CGFloat(index) * length
                path.addCurve(
                    to: CGPoint(x: start + length, y: rect.midY),
                    control1: CGPoint(x: start + length / 3, y: rect.minY),
                    control2: CGPoint(x: start + length * 2 / 3, y: rect.maxY))
            }
            path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
            path.addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
            path.closeSubpath()
        }
    }
}
