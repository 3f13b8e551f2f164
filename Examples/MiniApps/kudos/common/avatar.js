// Faces, drawn from the bits of a number: the same number always gives the same face.

const skins = ["#f6d3b8", "#e8b48f", "#c98a5e", "#9a6240", "#6b4229", "#f2c6a0"];
const hairs = ["#2b1d16", "#5a3825", "#8d5a2b", "#c9963f", "#3d3d46", "#7b2f24", "#b9b4ae"];
const walls = ["#cfe3ff", "#d6f1e4", "#ffe3d3", "#efe0ff", "#fff1c9", "#d9eef5"];
const shirts = ["#1f6feb", "#0f8a6d", "#d2573b", "#7a4ed0", "#b7860b", "#2f5d73"];

const styles = [
  (hair) => `<path d="M28 44c0-16 9-25 22-25s22 9 22 25c-4-9-10-12-22-12s-18 3-22 12z" fill="${hair}"/>`,
  (hair) => `<path d="M25 68V44c0-15 10-25 25-25s25 10 25 25v24h-8V46c-6-6-12-9-17-9-6 0-12 3-17 9v22z" fill="${hair}"/>`,
  (hair) => `<path d="M29 42c-2-15 8-24 22-24 15 0 23 10 20 25-3-7-5-9-8-10-8 3-24 4-30 1-2 2-3 4-4 8z" fill="${hair}"/>`,
  (hair) => `<circle cx="50" cy="18" r="9" fill="${hair}"/><path d="M28 44c0-15 9-24 22-24s22 9 22 24c-5-8-12-11-22-11s-17 3-22 11z" fill="${hair}"/>`,
  () => "",
];

/** An SVG picture for the number `face` of a person. It is decorative: the name is shown next to it. */
export function avatar(face) {
  let bits = face;
  const take = (count) => {
    const value = bits % count;
    bits = Math.floor(bits / count);
    return value;
  };
  const skin = skins[take(skins.length)];
  const hair = hairs[take(hairs.length)];
  const wall = walls[take(walls.length)];
  const shirt = shirts[take(shirts.length)];
  const style = styles[take(styles.length)](hair);
  const glasses = take(4) === 0;
  const mouth = take(2) ? "M42 61q8 7 16 0" : "M43 61q7 4 14 0";
  const spectacles = glasses
    ? `<g fill="none" stroke="#22303c" stroke-width="2"><circle cx="41" cy="49" r="6.5"/><circle cx="59" cy="49" r="6.5"/><path d="M47.5 49h5"/></g>`
    : "";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100%" height="100%" aria-hidden="true">
    <rect width="100" height="100" fill="${wall}"/>
    <path d="M14 100c0-20 15-30 36-30s36 10 36 30z" fill="${shirt}"/>
    <rect x="42" y="60" width="16" height="18" rx="7" fill="${skin}"/>
    <ellipse cx="50" cy="48" rx="20" ry="23" fill="${skin}"/>
    ${style}
    <circle cx="41" cy="49" r="2.4" fill="#22303c"/><circle cx="59" cy="49" r="2.4" fill="#22303c"/>
    ${spectacles}
    <path d="${mouth}" fill="none" stroke="#22303c" stroke-width="2.2" stroke-linecap="round"/>
  </svg>`;
  const holder = document.createElement("span");
  holder.className = "face";
  holder.append(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement);
  return holder;
}
