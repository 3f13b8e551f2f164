import AtollTestSupport
import Foundation
import Testing

@testable import AtollWeb

@Suite("The photo of a user")
struct UserPhotoTests {
    private static func segment(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        [0xff, marker, UInt8((bytes.count + 2) >> 8), UInt8((bytes.count + 2) & 0xff)] + bytes
    }

    /// A JPEG file as a camera writes it: with its place, a comment, and two scans.
    private static func jpeg(width: Int = 384, height: Int = 200, after: [UInt8] = []) -> [UInt8] {
        let size = [UInt8(height >> 8), UInt8(height & 0xff), UInt8(width >> 8), UInt8(width & 0xff)]
        let parts: [[UInt8]] = [
            [0xff, 0xd8], segment(0xe0, Array("JFIF\0".utf8)),
            segment(0xe1, Array("Exif\0\0GPS 52.5 13.4".utf8)), segment(0xfe, Array("by Ada".utf8)),
            segment(0xf0, Array("GPS 1".utf8)), segment(0xe2, Array("MPF\0GPS 2".utf8)),
            segment(0xe2, Array("ICC_PROFILE\0profile".utf8)),
            segment(0xee, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1]),
            segment(0xdb, [0] + [UInt8](repeating: 1, count: 64)), segment(0xc2, [8] + size + [1, 1, 0x11, 0]),
            segment(0xda, [1, 1, 0, 0, 63, 0]), [1, 2, 0xff, 0x00, 3, 0xff, 0xff, 0xd3, 4],
            segment(0xc4, [0xff, 0xd9, 0]), segment(0xda, [1, 1, 0, 0, 63, 0]), [5, 6], [0xff, 0xd9], after,
        ]
        return parts.flatMap(\.self)
    }

    private static func chunk(_ type: String, _ bytes: [UInt8]) -> [UInt8] {
        let length = (0..<4).map { UInt8(bytes.count >> (24 - 8 * $0) & 0xff) }
        return length + Array(type.utf8) + bytes + [0, 0, 0, 0]
    }

    private static func png(
        width: Int = 64, height: Int = 64, pixels: [[UInt8]] = [[1, 2, 3]], gamma: [UInt8] = [0, 0, 1, 2]
    ) -> [UInt8] {
        let size = [width, height].flatMap { side in (0..<4).map { UInt8(side >> (24 - 8 * $0) & 0xff) } }
        let before: [[UInt8]] = [
            [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], chunk("IHDR", size + [8, 2, 0, 0, 0]),
            chunk("eXIf", Array("GPS 52.5".utf8)), chunk("tEXt", Array("Author\0Ada".utf8)), chunk("gAMA", gamma),
        ]
        let image = pixels.map { chunk("IDAT", $0) }
        return (before + image + [chunk("IEND", [])]).flatMap(\.self)
    }

    @Test("What a camera or a program has written beside the picture goes; the picture stays")
    func bare() throws {
        let jpeg = try UserPhoto(Data(Self.jpeg(after: Array("GPS again".utf8))))
        #expect(jpeg.format == .jpeg)
        for secret in ["GPS", "Exif", "by Ada"] { #expect(jpeg.contents.range(of: Data(secret.utf8)) == nil) }
        #expect(jpeg.contents.range(of: Data([1, 2, 0xff, 0x00, 3, 0xff, 0xff, 0xd3, 4])) != nil)
        #expect(jpeg.contents.range(of: Data([0xff, 0xc4, 0, 5, 0xff, 0xd9, 0])) != nil, "a table between two scans")
        #expect(jpeg.contents.range(of: Data("ICC_PROFILE".utf8)) != nil, "colours stay as they are")
        #expect(jpeg.contents.range(of: Data("Adobe".utf8)) != nil)
        #expect(jpeg.contents.suffix(4) == Data([5, 6, 0xff, 0xd9]))
        #expect(try UserPhoto(jpeg.contents) == jpeg, "once is enough")
        let png = try UserPhoto(Data(Self.png()))
        #expect(png.format == .png && png.contents.range(of: Data("GPS".utf8)) == nil)
        #expect(png.contents.range(of: Data("Ada".utf8)) == nil && png.contents.range(of: Data("IDAT".utf8)) != nil)
        #expect(try UserPhoto(png.contents) == png)
    }

    @Test("What is too large, or no picture, is refused")
    func refused() {
        func error(_ bytes: [UInt8]) -> PhotoError? {
            do throws(PhotoError) {
                _ = try UserPhoto(Data(bytes))
                return nil
            } catch { return error }
        }
        #expect(error([]) == .missing)
        #expect(error([UInt8](repeating: 0xff, count: UserPhoto.maximumBytes + 1)) == .tooLarge)
        #expect(error(Self.jpeg(width: 2_049)) == .tooManyPixels && error(Self.jpeg(width: 2_048)) == nil)
        #expect(error(Self.png(height: 70_000)) == .tooManyPixels)
        #expect(error(Self.jpeg(width: 0)) == .unreadable && error(Self.png(width: 0)) == .unreadable)
        for text in ["<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "GIF89a", "<html>"] {
            #expect(error(Array(text.utf8)) == .unreadable)
        }
        #expect(error([0xff, 0xd8]) == .unreadable && error([0xff, 0xd8, 0xff, 0xd9]) == .unreadable)
        let noScan = [0xff, 0xd8] + Self.segment(0xc0, [8, 0, 9, 0, 9, 1, 1, 0x11, 0]) + [0xff, 0xd9]
        #expect(error(noScan) == .unreadable)
        #expect(
            error(Self.png(pixels: [])) == .unreadable && error(Self.png(pixels: [[]])) == .unreadable, "nothing to see"
        )
        #expect(error(Self.png(gamma: Array("GPS 52.5".utf8))) == .unreadable, "no place for words")
        // The longest that is accepted.
        let room = UserPhoto.maximumBytes - Self.jpeg().count
        #expect(error(Self.jpeg(after: [UInt8](repeating: 0, count: room))) == nil)
        #expect(error(Self.jpeg(after: [UInt8](repeating: 0, count: room + 1))) == .tooLarge)
    }

    @Test("Files that are cut off or changed anywhere end nothing")
    func damaged() {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        for file in [Self.jpeg(), Self.png()] {
            for count in 0..<file.count { _ = try? UserPhoto(Data(file.prefix(count))) }
            for _ in 0..<3_000 {
                var changed = file
                for _ in 0..<3 { changed[Int.random(in: 0..<file.count, using: &generator)] = .random(in: 0...255) }
                guard let photo = try? UserPhoto(Data(changed)) else { continue }
                #expect(photo.contents.count <= changed.count, "seed \(seed)")
                #expect((try? UserPhoto(photo.contents)) == photo, "what is kept can be read, seed \(seed)")
            }
        }
    }

    @Test("A photo is kept, replaced and removed; another user has none")
    func kept() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "photos-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try PhotoStore(directory: folder)
        let (first, second) = (try UserPhoto(Data(Self.jpeg())), try UserPhoto(Data(Self.png())))
        try await store.keep(first, of: "ada")
        #expect(try store.photo(of: "ada") == first && store.has(of: "ada"))
        try await store.keep(second, of: "ada")
        #expect(try store.photo(of: "ada") == second)
        #expect(try store.photo(of: "../ada") == nil)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count == 1 && !names[0].contains("ada"))
        try await store.keep(nil, of: "ada")
        try await store.keep(nil, of: "ada")
        #expect(try store.photo(of: "ada") == nil && !store.has(of: "ada"))
        // One that was damaged is an error, not none.
        try await store.keep(first, of: "ada")
        try Data("x".utf8).write(to: folder.appending(path: names[0]))
        #expect(throws: PhotoError.unreadable) { try store.photo(of: "ada") }
    }
}
