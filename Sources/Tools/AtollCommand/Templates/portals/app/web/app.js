// A page for Ionic Portals. With a bundler, @capacitor/core and @ionic/portals do the work of this file, and the folder that
// the bundler writes replaces web/: atoll import dist --into .
const { Capacitor, portalInitialContext } = window;
const context = document.getElementById("context");
context.textContent = portalInitialContext ? `Opened by ${portalInitialContext.name}` : "";
const field = document.getElementById("colour");
const saved = document.getElementById("saved");

const { value } = await Capacitor.nativePromise("Preferences", "get", { key: "colour" });
field.value = value ?? "";
document.getElementById("save").onclick = async () => {
  await Capacitor.nativePromise("Preferences", "set", { key: "colour", value: field.value });
  saved.textContent = `Saved: ${field.value}`;
};
