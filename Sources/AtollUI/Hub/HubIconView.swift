import AtollCatalog
import AtollHub
import AtollPackages
import SwiftUI

/// Where a hub gets its pictures.
public protocol HubIconSource: Sendable {
    func icon(_ icon: MiniAppListing.Icon) async throws(CatalogError) -> Data
}

extension MiniAppCatalog: HubIconSource {}

/// A mini app's picture; its first letter until the picture is there, and where there is none that the system can show.
struct HubIconView: View {
    let tile: Hub.Tile
    let icons: any HubIconSource
    @State private var picture: PlatformImage?

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
        .clipShape(.rect(cornerRadius: 14))
        .accessibilityHidden(true)
        .task(id: tile.icon?.sha256) { await load() }
    }

    private func load() async {
        guard let icon = tile.icon, let data = try? await icons.icon(icon), !Task.isCancelled else { return }
        picture = PlatformImage(data: data)
    }
}

#if os(macOS)
import AppKit

typealias PlatformImage = NSImage

extension Image {
    init(_ picture: PlatformImage) { self.init(nsImage: picture) }
}
#else
#if canImport(UIKit)
import UIKit
#endif

typealias PlatformImage = UIImage

extension Image {
    init(_ picture: PlatformImage) { self.init(uiImage: picture) }
}
#endif
