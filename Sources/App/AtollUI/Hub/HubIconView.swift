import AtollCatalog
import AtollHub
import AtollPackages
import SwiftUI

/// A mini app's icon, or its monogram until the icon is loaded or if the system can't decode one.
struct HubIconView: View {
    let tile: Hub.Tile
    let icons: any HubIconSource
    /// The side length at which it is shown.
    let side: CGFloat
    @Environment(\.displayScale) private var displayScale
    @State private var picture: PlatformImage?

    private struct Wanted: Hashable {
        let icon: SHA256Hash?
        let pixels: CGFloat
    }

    var body: some View {
        Group {
            if let picture {
                Image(picture).resizable().aspectRatio(contentMode: .fit)
            } else {
                Text(verbatim: tile.monogram)
                    .font(.title2)
                    .frame(maxWidth: .infinity, maxHeight: .infinity)
                    .background(.quaternary)
            }
        }
        .frame(width: side, height: side)
        .clipShape(.rect(cornerRadius: side / 4))
        .accessibilityHidden(true)
        .task(id: Wanted(icon: tile.icon?.sha256, pixels: side * displayScale)) { await load() }
    }

    private func load() async {
        guard let icon = tile.icon, let data = try? await icons.icon(icon), !Task.isCancelled else { return }
        picture = await PlatformImage.prepared(data, side: side * displayScale)
    }
}

#if os(macOS)
import AppKit

typealias PlatformImage = NSImage

extension Image {
    init(_ picture: PlatformImage) { self.init(nsImage: picture) }
}

extension PlatformImage {
    /// AppKit decodes when it draws.
    static func prepared(_ data: Data, side: CGFloat) async -> PlatformImage? { PlatformImage(data: data) }
}
#else
#if canImport(UIKit)
import UIKit
#endif

typealias PlatformImage = UIImage

extension Image {
    init(_ picture: PlatformImage) { self.init(uiImage: picture) }
}

extension PlatformImage {
    /// A picture that is decoded outside the main thread, at the size at which it is shown, in pixels.
    static func prepared(_ data: Data, side: CGFloat) async -> PlatformImage? {
        guard let picture = PlatformImage(data: data) else { return nil }
        return await picture.byPreparingThumbnail(ofSize: CGSize(width: side, height: side)) ?? picture
    }
}
#endif
