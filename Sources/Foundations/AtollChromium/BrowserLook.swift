/// A device and a colour scheme.
public struct BrowserLook: Hashable, Sendable {
    /// A device, by the size of its window.
    public enum Device: String, Hashable, Sendable, CaseIterable {
        /// 390 by 844 points.
        case phone
        /// 1,280 by 800 points.
        case desktop
    }

    /// A colour scheme, as style sheets know it.
    public enum Scheme: String, Hashable, Sendable, CaseIterable {
        /// Dark text on light ground.
        case light
        /// Light text on dark ground.
        case dark
    }

    /// The device.
    public let device: Device
    /// The colour scheme.
    public let scheme: Scheme

    /// Creates a look.
    public init(_ device: Device, _ scheme: Scheme) {
        self.device = device
        self.scheme = scheme
    }

    /// Its name, such as `phone-light`.
    public var name: String { "\(device.rawValue)-\(scheme.rawValue)" }

    /// The width of the window, in CSS pixels.
    public var width: Int { device == .phone ? 390 : 1_280 }
    /// The height of the window, in CSS pixels.
    public var height: Int { device == .phone ? 844 : 800 }

    /// Every look, phones first.
    public static let all = Device.allCases.flatMap { device in Scheme.allCases.map { BrowserLook(device, $0) } }
}
