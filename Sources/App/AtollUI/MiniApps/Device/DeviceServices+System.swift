#if canImport(UIKit) && !os(watchOS)
import UIKit

extension DeviceServices {
    /// The services that the device can provide without the app's help. Location, the camera, the scanner and sharing
    /// need the app's screens and usage descriptions, so the app adds them.
    public static var system: DeviceServices {
        var services = DeviceServices()
        services.open = { url in await UIApplication.shared.open(url) }
        services.copy = { UIPasteboard.general.string = $0 }
        services.paste = { UIPasteboard.general.string }
        services.vibrate = { kind in
            switch kind {
            case "success": UINotificationFeedbackGenerator().notificationOccurred(.success)
            case "warning": UINotificationFeedbackGenerator().notificationOccurred(.warning)
            case "error": UINotificationFeedbackGenerator().notificationOccurred(.error)
            case "selection": UISelectionFeedbackGenerator().selectionChanged()
            case "light": UIImpactFeedbackGenerator(style: .light).impactOccurred()
            case "heavy": UIImpactFeedbackGenerator(style: .heavy).impactOccurred()
            default: UIImpactFeedbackGenerator(style: .medium).impactOccurred()
            }
        }
        services.battery = {
            let device = UIDevice.current
            device.isBatteryMonitoringEnabled = true
            guard device.batteryLevel >= 0 else { return nil }
            return (Double(device.batteryLevel), [.charging, .full].contains(device.batteryState))
        }
        return services
    }
}
#else
extension DeviceServices {
    /// The services that the device can provide without the app's help: none here.
    public static var system: DeviceServices { DeviceServices() }
}
#endif
