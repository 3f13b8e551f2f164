import Foundation

/// A location on the earth.
public struct GeoPoint: Hashable, Sendable, Codable {
    /// The latitude in degrees, from -90 to 90.
    public let latitude: Double
    /// The longitude in degrees, from -180 to 180.
    public let longitude: Double

    /// The mean radius of the earth, in metres (IUGG).
    public static let earthRadius = 6_371_008.8
    /// The greatest distance between two points, in metres.
    public static let maximumDistance = earthRadius * Double.pi

    /// Creates a point, or returns nil if a coordinate is out of range.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let latitude = try container.decode(Double.self, forKey: .latitude)
        let longitude = try container.decode(Double.self, forKey: .longitude)
        guard let point = GeoPoint(latitude: latitude, longitude: longitude) else {
            throw DecodingError.dataCorruptedError(
                forKey: .latitude, in: container, debugDescription: "The coordinates are out of range.")
        }
        self = point
    }

    /// The distance to `other` along the surface, in metres, by the haversine formula. It is accurate to 0.6 %, because
    /// the earth is not a sphere.
    public func distance(to other: GeoPoint) -> Double {
        let (from, to) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let (north, east) = (to - from, (other.longitude - longitude) * .pi / 180)
        let chord = pow(sin(north / 2), 2) + cos(from) * cos(to) * pow(sin(east / 2), 2)
        return 2 * Self.earthRadius * asin(min(1, chord.squareRoot()))
    }
}
