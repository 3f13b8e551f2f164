import AtollPackages
import Foundation
import GRDB

extension SQLiteSearch {
    /// The entries with a point within `radius` metres, nearest first. If there are more than `wanted`, the farther
    /// ones may be missing.
    ///
    /// Searches nearby first, and then in ever larger circles until enough entries are found, so that the cost depends
    /// on the number of results requested, not on how many are within the radius.
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
