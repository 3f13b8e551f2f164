/// A colour with a light and a dark variant, each written as `0xRRGGBB`.
public struct HomeColor: Hashable, Sendable {
    /// The colour in the light appearance.
    public let light: UInt32
    /// The colour in the dark appearance.
    public let dark: UInt32

    /// Creates a colour from its two variants.
    public init(light: UInt32, dark: UInt32) {
        self.light = light
        self.dark = dark
    }
}
