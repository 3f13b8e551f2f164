import { button, element, field, heading, hint, row, select, table } from "/.dev/files/dom.js";
import { network } from "/.dev/files/container.js";

const cities = {
  Berlin: [52.52, 13.405], London: [51.5074, -0.1278], Madrid: [40.4168, -3.7038], Cairo: [30.0444, 31.2357], Nairobi: [-1.2921, 36.8219],
  Mumbai: [19.076, 72.8777], Tokyo: [35.6762, 139.6503], Sydney: [-33.8688, 151.2093], "New York": [40.7128, -74.006], "São Paulo": [-23.5505, -46.6333],
};

const westward = new Set(["London", "Madrid", "Sydney", "Tokyo", "New York"]);

/** The preset results of the device: location, codes, pictures, connection, battery. Anything else works as in this browser. */
export function device(dev, panel) {
  const latitude = element("input", { type: "number", step: "any", min: -90, max: 90, label: "Latitude", placeholder: "Latitude" });
  const longitude = element("input", { type: "number", step: "any", min: -180, max: 180, label: "Longitude", placeholder: "Longitude" });
  const map = world((place) => move(...place));
  const move = (north, east) => {
    dev.answer({ location: north === null ? null : { latitude: north, longitude: east } });
    show();
  };
  const show = () => {
    const { location } = dev.device;
    latitude.value = location?.latitude ?? "";
    longitude.value = location?.longitude ?? "";
    map.mark(location);
  };
  const typed = () => latitude.value !== "" && longitude.value !== "" && move(Number(latitude.value), Number(longitude.value));
  latitude.addEventListener("change", typed);
  longitude.addEventListener("change", typed);

  const code = element("input", { value: dev.device.code ?? "", placeholder: "https://example.org", label: "What a scanned code says", onchange: ({ target }) => dev.answer({ code: target.value }) });
  const picture = element("img", { alt: "", width: 96, hidden: !dev.device.picture, src: dev.device.picture ?? "" });
  const setPicture = (url) => {
    dev.answer({ picture: url });
    picture.src = url;
    picture.hidden = !url;
  };
  const file = element("input", { type: "file", accept: "image/*", label: "A picture for the camera", onchange: async ({ target }) => {
    const bitmap = await createImageBitmap(target.files[0]);
    const canvas = element("canvas", { width: Math.min(bitmap.width, 1024), height: Math.min(bitmap.height, 1024 * bitmap.height / bitmap.width) });
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    setPicture(canvas.toDataURL("image/jpeg", 0.8));
  } });
  const level = element("input", { type: "range", min: 0, max: 100, value: (dev.device.battery?.level ?? 0.8) * 100, label: "Battery" });
  const charging = element("input", { type: "checkbox", checked: dev.device.battery?.charging ?? false });
  const battery = () => dev.answer({ battery: { level: level.value / 100, charging: charging.checked } });
  level.addEventListener("change", battery);
  charging.addEventListener("change", battery);
  const haptics = element("p", { className: "soft" });
  const speeds = { 0: "Fast", 400: "Slow (400 ms)", 2000: "Very slow (2 s)" };
  const speed = dev.device.network.isOff ? "off" : String(dev.device.network.delay ?? 0);

  panel.append(
    heading("Location"),
    field("City", select([["", "This browser’s"], ...Object.keys(cities).map((city) => [city, city])], "", (city) => move(...(cities[city] ?? [null])))),
    map.element, element("div", { className: "row" }, latitude, longitude),
    heading("Connection"),
    field("Speed", select([...Object.entries(speeds), ["off", "None"]], speed, (value) => network(value === "off" ? { isOff: true } : { delay: Number(value) }))),
    heading("Code"), element("div", { className: "row" }, code),
    heading("Camera"), element("div", { className: "row" }, file, button("A test picture", () => setPicture(testPicture()))), picture,
    heading("Battery"), element("div", { className: "row" }, level, element("label", {}, charging, "charging")),
    heading("Haptics"), haptics);
  show();
  const update = () => (haptics.textContent = dev.current.haptics.slice(-8).map(({ kind }) => kind).reverse().join(", ") || "None yet.");
  update();
  return { update };
}

function testPicture() {
  const canvas = element("canvas", { width: 640, height: 480 });
  const context = canvas.getContext("2d");
  ["#00596a", "#6fd3e6", "#ffcf7a", "#a3161f"].forEach((color, index) => {
    context.fillStyle = color;
    context.fillRect(index * 160, 0, 160, 480);
  });
  context.fillStyle = "#fff";
  context.font = "48px sans-serif";
  context.fillText(new Date().toLocaleTimeString(), 40, 250);
  return canvas.toDataURL("image/jpeg", 0.8);
}

// A grid of 30 degrees with cities, on which a location can be chosen.
function world(choose) {
  const space = "http://www.w3.org/2000/svg";
  const make = (tag, attributes) => {
    const made = document.createElementNS(space, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  };
  const map = make("svg", { id: "map", viewBox: "-180 -90 360 180", role: "img", "aria-label": "The world as a grid; choose a city or enter numbers without a mouse" });
  for (let at = -180; at <= 180; at += 30) {
    map.append(make("line", { x1: at, x2: at, y1: -90, y2: 90 }));
    if (Math.abs(at) <= 90) map.append(make("line", { x1: -180, x2: 180, y1: at, y2: at }));
  }
  for (const [city, [north, east]] of Object.entries(cities)) {
    // Next to a neighbour, or near the edge, the name is on the other side.
    const isBefore = westward.has(city);
    const text = make("text", { x: isBefore ? east - 2 : east + 2, y: -north, "text-anchor": isBefore ? "end" : "start" });
    text.textContent = city;
    map.append(text);
  }
  const mark = make("circle", { r: 3, visibility: "hidden" });
  map.append(mark);
  map.addEventListener("click", ({ offsetX, offsetY }) => {
    const { width, height } = map.getBoundingClientRect();
    choose([Number((90 - (offsetY / height) * 180).toFixed(4)), Number(((offsetX / width) * 360 - 180).toFixed(4))]);
  });
  return {
    element: map,
    mark(location) {
      mark.setAttribute("visibility", location ? "visible" : "hidden");
      if (location) {
        mark.setAttribute("cx", location.longitude);
        mark.setAttribute("cy", -location.latitude);
      }
    },
  };
}

/** The status with which payments end. */
export function payments(dev, panel) {
  const words = { paid: "Paid", pending: "Pending", cancelled: "Cancelled", failed: "Failed" };
  panel.append(
    hint("The user is asked as always. Then payments.request ends with this status. No money is transferred."),
    ...Object.entries(words).map(([status, text]) => element("label", { className: "row" },
      element("input", { type: "radio", name: "payments", value: status, checked: dev.settings.payments === status, onchange: () => dev.set({ payments: status }) }), text)),
    heading("Payments so far"), element("div", {}, ...asked(dev)));
  return {};
}

function asked(dev) {
  const all = dev.current.calls.filter(({ method }) => method === "payments.request");
  return [all.length ? table(["Label", "Amount", "Ended"], all.map(({ params, result, error }) =>
    row(params?.label, `${params?.amount?.value} ${params?.amount?.currency}`, result?.status ?? error?.message))) : hint("None yet.")];
}

/** The user who sees the mini app, and their settings. */
export function user(dev, panel) {
  const { user: shown, origin } = dev.current;
  const name = element("span", { textContent: "…" });
  panel.append(
    table(["", ""], [
      row("Id", shown.id), row("Name", shown.name), row("Roles", (shown.roles ?? []).join(", ") || "none"), row("E-mail", shown.email ?? "none"),
      row("Known to the mini app as", name), row("Origin", origin),
    ]),
    hint("Users are defined in .atoll/dev.json. --users selects some of them."),
    heading("Look"),
    field("Text size", select([["", "Usual"], ["1.25", "Larger (125 %)"], ["1.5", "Large (150 %)"], ["2", "Very large (200 %)"]], dev.current.frame.style.zoom ?? "", (value) => {
      for (const pane of dev.panes) pane.frame.style.zoom = value;
    })),
    field("Language", select([["", "Browser"], ...["en", "de", "es", "ar", "he"].map((each) => [each, each])], dev.settings.language ?? "", async (value) => {
      await dev.set({ language: value || null });
      dev.all({ type: "reload" });
    })),
    field("Theme", select([["", "System"], ["light", "Light"], ["dark", "Dark"]], document.getElementById("theme").value, (value) => {
      document.getElementById("theme").value = value;
      document.getElementById("theme").dispatchEvent(new Event("change"));
    })));
  dev.current.call("user.profile", {}).then(({ result, error }) => (name.textContent = result?.id ?? error?.message ?? ""));
  return {};
}

