import AtollCenterDomain
import AtollPackages
import Foundation
import GRDB

extension SQLiteSearch {
    /// The entries with a point within `radius` metres, nearest first. If there are more than `wanted`, the farther
    /// ones may be missing.
    ///
    /// Searches nearby first, and then in ever larger circles until enough entries are found, so that the cost depends
    /// on the number of results requested, not on how many are within the radius.
    package func near(
        _ center: GeoPoint, _ radius: Double, _ query: SearchQuery, _ wanted: Int
    ) throws -> (hits: [SearchHit], count: Int) {
        var reach = min(radius, 50)
        while true {
            let found = try within(reach, of: center, query)
            if reach >= radius || isEnough(found, wanted, query) {
                return (found.filter { $0.follows(query.cursor) }, found.count)
            }
            reach = min(radius, reach * 2)
        }
    }

    private func isEnough(_ found: [SearchHit], _ wanted: Int, _ query: SearchQuery) -> Bool {
        found.count >= wanted + (query.cursor?.start ?? 0)
    }

    private func within(_ reach: Double, of center: GeoPoint, _ query: SearchQuery) throws -> [SearchHit] {
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
        return nearest.map { SearchHit(number: $0.key, distance: $0.value) }
            .sorted { ($0.distance ?? 0, $0.number) < ($1.distance ?? 0, $1.number) }
    }
}
