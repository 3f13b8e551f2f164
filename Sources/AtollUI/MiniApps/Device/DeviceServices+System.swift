#if canImport(UIKit) && !os(watchOS)
import CoreLocation
import Network
import UIKit

extension DeviceServices {
    /// What the device itself can do.
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
        services.position = { _ in
            let manager = CLLocationManager()
            if manager.authorizationStatus == .notDetermined { manager.requestWhenInUseAuthorization() }
            do {
                for try await update in CLLocationUpdate.liveUpdates() {
                    guard let location = update.location else { continue }
                    return Position(
                        latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
                        accuracy: location.horizontalAccuracy, time: location.timestamp)
                }
            } catch {
                return nil
            }
            return nil
        }
        return services
    }
}
#else
extension DeviceServices {
    /// What the device itself can do: here, nothing.
    public static var system: DeviceServices { DeviceServices() }
}
#endif
