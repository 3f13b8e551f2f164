import AtollRuntime
import Foundation

/// The system's services for mini apps. A member that is nil is not available on this device, and mini apps get an
/// error.
///
/// ``system`` is the device's own; tests and previews compose others.
@MainActor
public struct DeviceServices {
    /// A text, a title and a URL to share.
    public struct Shared: Hashable, Sendable {
        /// The subject.
        public var title: String?
        /// The text.
        public var text: String?
        /// The URL.
        public var url: URL?
        /// Files to share as well.
        public var files: [File] = []
    }

    /// A file that goes from a mini app to the device, or from the device to a mini app.
    public struct File: Hashable, Sendable {
        /// The name, without a path.
        public var name: String
        /// The media type, such as `application/pdf`.
        public var type: String
        /// The bytes.
        public var data: Data

        /// Describes a file.
        public init(name: String, type: String, data: Data) {
            self.name = name
            self.type = type
            self.data = data
        }
    }

    /// The position of the device.
    public struct Position: Hashable, Sendable {
        /// The latitude in degrees; positive to the north.
        public var latitude: Double
        /// The longitude in degrees; positive to the east.
        public var longitude: Double
        /// The accuracy in metres.
        public var accuracy: Double
        /// The time of the measurement.
        public var time: Date

        /// Describes a position.
        public init(latitude: Double, longitude: Double, accuracy: Double, time: Date) {
            self.latitude = latitude
            self.longitude = longitude
            self.accuracy = accuracy
            self.time = time
        }
    }

    /// A photo that was taken or chosen.
    public struct Photo: Sendable {
        /// The bytes.
        public var data: Data
        /// The media type, such as `image/jpeg`.
        public var type: String
        /// The width in pixels.
        public var width: Int
        /// The height in pixels.
        public var height: Int

        /// Describes a photo.
        public init(data: Data, type: String, width: Int, height: Int) {
            self.data = data
            self.type = type
            self.width = width
            self.height = height
        }
    }

    /// Which files the user may choose.
    public struct Picking: Hashable, Sendable {
        /// Media types, such as `image/*`, or extensions, such as `.pdf`; empty for any.
        public var types: [String]
        /// The maximum number of files.
        public var maximumCount: Int
        /// The maximum size of a file in bytes. Don't read larger files: they are refused anyway, and may fill the
        /// memory.
        public var maximumBytes: Int
        /// The maximum total size in bytes.
        public var maximumTotal: Int
    }

    /// Opens a URL outside the app; returns false if no app can.
    public var open: ((URL) async -> Bool)?
    /// Copies a text.
    public var copy: ((String) -> Void)?
    /// Returns the text on the clipboard.
    public var paste: (() async -> String?)?
    /// Shares something, and returns whether the user did.
    public var share: ((Shared) async -> Bool)?
    /// Vibrates; the argument is a kind of `ui.haptic`.
    public var vibrate: ((String) -> Void)?
    /// The charge of the battery, from 0 to 1, and whether it is charging.
    public var battery: (() -> (level: Double, isCharging: Bool)?)?
    /// Whether the device is online.
    public var isOnline: (() -> Bool)?
    /// Returns the position of the device, exact or not; nil if it can't be determined.
    public var position: (@Sendable (_ isPrecise: Bool) async -> Position?)?
    /// Takes or chooses a photo, with at most `maxSide` pixels on its longer side; nil if the user cancels.
    public var photo: ((_ from: String, _ maxSide: Int, _ quality: Double) async -> Photo?)?
    /// Scans a code; nil if the user cancels.
    public var scan: (() async -> (format: String, text: String)?)?
    /// Locks the screen to an orientation of `page.setOrientation`.
    public var orient: ((String) -> Void)?
    /// Saves a file where the user chooses, and returns whether they did.
    public var save: ((File) async -> Bool)?
    /// Lets the user choose files; empty if they cancel.
    public var pick: ((Picking) async -> [File])?

    /// Services that do nothing.
    public init() {}
}
