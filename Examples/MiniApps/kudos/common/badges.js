// The six badges, in the order in which they are shown.
const shapes = {
  star: `<path d="M12 3l2.6 5.7 6.2.7-4.6 4.2 1.3 6.1L12 16.6 6.5 19.7l1.3-6.1L3.2 9.4l6.2-.7z"/>`,
  heart: `<path d="M12 20s-8-4.9-8-10.6A4.4 4.4 0 0 1 12 7a4.4 4.4 0 0 1 8 2.4C20 15.1 12 20 12 20z"/>`,
  rocket: `<path d="M12 3c3.5 2.3 5 5.7 5 9.5L15 15H9l-2-2.5C7 8.7 8.5 5.3 12 3zM9 15l-2.5 4M15 15l2.5 4M12 18v3"/><circle cx="12" cy="10" r="1.8"/>`,
  idea: `<path d="M9 17h6M10 20h4M12 3a6 6 0 0 0-3.5 10.9c.5.4.5 1.6.5 3.1h6c0-1.5 0-2.7.5-3.1A6 6 0 0 0 12 3z"/>`,
  hands: `<path d="M3 12l4-4 5 2 4-2 5 4M7 8L4 5M16 8l4-3M3 12l6 6 3-2 3 2 6-6M12 10l-3 3"/>`,
  medal: `<path d="M8 3l4 6 4-6"/><circle cx="12" cy="15" r="5.5"/><path d="M12 12.5l.8 1.7 1.8.2-1.3 1.2.4 1.8-1.7-.9-1.7.9.4-1.8-1.3-1.2 1.8-.2z"/>`,
};

export const badges = Object.keys(shapes);

/** The picture of a badge. It is decorative: the name is shown next to it. */
export function picture(badge) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor"
    stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shapes[badge] ?? ""}</svg>`;
  return new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
}
