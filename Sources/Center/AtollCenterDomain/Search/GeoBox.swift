import AtollPackages
import Foundation

/// A part of the Earth's surface between two parallels and two meridians, in degrees.
package struct GeoBox: Hashable {
    package var south, north, west, east: Double

    /// The boxes that contain every point within `radius` metres: two if the area crosses the 180th meridian, else one.
    package static func boxes(around center: GeoPoint, radius: Double) -> [GeoBox] {
        // Slightly larger, because an R*Tree rounds.
        let angle = radius / GeoPoint.earthRadius * 180 / .pi + 0.0001
        let (south, north) = (center.latitude - angle, center.latitude + angle)
        guard south > -90, north < 90 else {
            // The area contains a pole, and so crosses every meridian.
            return [GeoBox(south: max(south, -90), north: min(north, 90), west: -180, east: 180)]
        }
        let width = asin(min(1, sin(angle * .pi / 180) / cos(center.latitude * .pi / 180))) * 180 / .pi + 0.0001
        let (west, east) = (center.longitude - width, center.longitude + width)
        let whole = GeoBox(south: south, north: north, west: max(west, -180), east: min(east, 180))
        if west < -180 { return [whole, GeoBox(south: south, north: north, west: west + 360, east: 180)] }
        if east > 180 { return [whole, GeoBox(south: south, north: north, west: -180, east: east - 360)] }
        return [whole]
    }
}
