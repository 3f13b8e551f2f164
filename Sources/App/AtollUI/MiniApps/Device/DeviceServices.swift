import AtollRuntime
import Foundation

/// The system's services for mini apps. A service that is `nil` is unavailable on this device, and mini apps learn
/// that.
///
/// ``system`` is the device's own; tests and previews put together others.
@MainActor
public struct DeviceServices {
    /// A text, a title and a URL to share.
    public struct Shared: Hashable, Sendable {
        /// The title.
        public var title: String?
        /// The text.
        public var text: String?
        /// The URL.
        public var url: URL?
        /// Further files to share.
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

    /// Where the device is.
    public struct Position: Hashable, Sendable {
        /// Degrees to the north.
        public var latitude: Double
        /// Degrees to the east.
        public var longitude: Double
        /// In metres.
        public var accuracy: Double
        /// When it was there.
        public var time: Date

        /// Describes a place.
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
        /// In pixels.
        public var width: Int
        /// In pixels.
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
        /// Media types, such as `image/*`, or endings, such as `.pdf`; empty for any.
        public var types: [String]
        /// How many, at most.
        public var maximumCount: Int
        /// The most bytes that each may have. Read nothing that is larger: it is refused anyway, and may fill the
        /// memory.
        public var maximumBytes: Int
        /// The most bytes that they may have together.
        public var maximumTotal: Int
    }

    /// Opens a URL outside the app; false if nothing can.
    public var open: ((URL) async -> Bool)?
    /// Copies a text.
    public var copy: ((String) -> Void)?
    /// Returns the text that the user has copied.
    public var paste: (() async -> String?)?
    /// Shares something; whether the user did.
    public var share: ((Shared) async -> Bool)?
    /// Vibrates, in one of the ways of `ui.haptic`.
    public var vibrate: ((String) -> Void)?
    /// How full the battery is, from 0 to 1, and whether it is being charged.
    public var battery: (() -> (level: Double, isCharging: Bool)?)?
    /// Whether the device is online.
    public var isOnline: (() -> Bool)?
    /// Where the device is, exactly or not; nil if it can't be found.
    public var position: (@Sendable (_ isPrecise: Bool) async -> Position?)?
    /// Takes or chooses a photo, at most so many pixels long; nil if the user cancels.
    public var photo: ((_ from: String, _ maxSide: Int, _ quality: Double) async -> Photo?)?
    /// Scans a code; nil if the user cancels.
    public var scan: (() async -> (format: String, text: String)?)?
    /// Keeps the screen in an orientation of `page.setOrientation`.
    public var orient: ((String) -> Void)?
    /// Saves a file for the user; returns whether they did.
    public var save: ((File) async -> Bool)?
    /// Asks the user to choose files; empty if they cancel.
    public var pick: ((Picking) async -> [File])?

    /// Services that do nothing.
    public init() {}
}
