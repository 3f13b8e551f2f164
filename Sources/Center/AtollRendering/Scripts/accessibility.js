// Finds content that users with a screen reader or impaired vision would miss, to the extent that a script can detect it. Runs in an
// isolated world, which the page's scripts can't change.
(() => {
  const found = [];
  const limit = 20;
  const note = (code, text) => {
    if (found.length < limit) found.push({ code, text });
  };
  if (!document.documentElement.lang.trim()) note("a11y-language", "The page does not say in which language it is.");
  if (!document.querySelector("h1, h2, h3, h4, h5, h6, [role=heading]")) note("a11y-heading", "The page has no heading.");

  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const read = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (color) => {
    const [red, green, blue] = color.map((part) => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  // The background of a text, or nothing if a picture or something translucent is behind it.
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none" || style.opacity !== "1") return;
      const color = read(style.backgroundColor);
      if (color[3] === 255) return color;
      if (color[3] !== 0) return;
    }
    return matchMedia("(prefers-color-scheme: dark)").matches && getComputedStyle(document.documentElement).colorScheme.includes("dark")
      ? [18, 18, 18, 255]
      : [255, 255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body ?? document.documentElement, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  for (let count = 0; walker.nextNode() && count < 2_000; count++) {
    const element = walker.currentNode.parentElement;
    if (!element || seen.has(element) || !walker.currentNode.data.trim()) continue;
    seen.add(element);
    if (element.closest("script, style, [aria-hidden=true], [disabled], [aria-disabled=true], option")) continue;
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (box.width < 2 || box.height < 2 || style.visibility !== "visible" || style.opacity !== "1") continue;
    const [text, behind] = [read(style.color), ground(element)];
    if (!behind || text[3] !== 255) continue;
    const [light, dark] = [luminance(text), luminance(behind)].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    const size = parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.66 && parseInt(style.fontWeight, 10) >= 700) ? 3 : 4.5;
    if (ratio < needed) {
      const words = walker.currentNode.data.trim().replace(/\s+/g, " ").slice(0, 200);
      // Not in the middle of a character.
      const start = [...words].slice(0, 60).join("");
      note("a11y-contrast", `“${start}” has a contrast of ${ratio.toFixed(1)} : 1, where ${needed} : 1 is needed.`);
    }
  }
  return found;
})()
