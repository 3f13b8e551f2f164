import AtollPackages
import Foundation
import GRDB

extension SQLiteSearch {
    /// What has a point within `radius` metres, the nearest first; no more than `wanted` are sure to be there.
    ///
    /// Looks close by first, and in ever larger circles until enough is found: so the cost is that of the answer, however many
    /// there are in the whole radius.
    func near(
        _ center: GeoPoint, _ radius: Double, _ query: SearchQuery, _ wanted: Int
    ) throws -> (hits: [Hit], count: Int) {
        var reach = min(radius, 50)
        while true {
            let found = try within(reach, of: center, query)
            if reach >= radius || isEnough(found, wanted, query) {
                let hits = found.filter { hit in Self.follows(hit, query.cursor) }
                return (hits, found.count)
            }
            reach = min(radius, reach * 2)
        }
    }

    private func isEnough(_ found: [Hit], _ wanted: Int, _ query: SearchQuery) -> Bool {
        found.count >= wanted + (query.cursor?.start ?? 0)
    }

    private static func follows(_ hit: Hit, _ cursor: SearchCursor?) -> Bool {
        guard let cursor else { return true }
        return (hit.distance ?? 0, Int(hit.number)) > (cursor.distance ?? 0, cursor.number)
    }

    private func within(_ reach: Double, of center: GeoPoint, _ query: SearchQuery) throws -> [Hit] {
        var nearest: [Int64: Double] = [:]
        for box in GeoBox.boxes(around: center, radius: reach) {
            let rows = try fetch(
                """
                SELECT entry.number, entry_area.latitude, entry_area.longitude
                FROM entry_area CROSS JOIN entry ON entry.number = entry_area.entry
                WHERE south <= \(box.north) AND north >= \(box.south) AND west <= \(box.east) AND east >= \(box.west)
                AND \(isWanted(query))
                """)
            for row in rows {
                guard let point = GeoPoint(latitude: row[1], longitude: row[2]) else { continue }
                let distance = center.distance(to: point)
                guard distance <= reach else { continue }
                let number: Int64 = row[0]
                nearest[number] = min(nearest[number] ?? .infinity, distance)
            }
        }
        return nearest.map { Hit(number: $0.key, distance: $0.value) }
            .sorted { ($0.distance ?? 0, $0.number) < ($1.distance ?? 0, $1.number) }
    }
}

/// A part of the earth between two parallels and two meridians, in degrees.
struct GeoBox: Hashable {
    var south, north, west, east: Double

    /// What holds every point within `radius` metres: two boxes where the date line lies between.
    static func boxes(around center: GeoPoint, radius: Double) -> [GeoBox] {
        // A little more, since an R*Tree rounds.
        let angle = radius / GeoPoint.earthRadius * 180 / .pi + 0.0001
        let (south, north) = (center.latitude - angle, center.latitude + angle)
        guard south > -90, north < 90 else {
            // A pole lies within, and with it every meridian.
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
