// What @capacitor/core and @ionic/portals do with what they find on the window.
const { Capacitor, portalInitialContext } = window;
const header = (plugin) => Capacitor.PluginHeaders.find(({ name }) => name === plugin);
const invoke = (plugin, method, options) => {
  const found = header(plugin)?.methods.find(({ name }) => name === method);
  if (!found) throw new Error(`${plugin} has no ${method}`);
  return found.rtype === "promise" ? Capacitor.nativePromise(plugin, method, options) : Capacitor.nativeCallback(plugin, method, options);
};
const say = (text) => (document.getElementById("said").textContent = text);
document.getElementById("context").textContent = JSON.stringify([portalInitialContext.name, Capacitor.getPlatform(), location.pathname]);

await invoke("Preferences", "set", { key: "colour", value: "green" });
const { value } = await invoke("Preferences", "get", { key: "colour" });
const { keys } = await invoke("Preferences", "keys", {});
const { value: language } = await invoke("Device", "getLanguageCode", {});
const missing = await invoke("Portals", "publishNative", { topic: "nobody", data: 1 }).then(() => "sent");
const none = await Capacitor.nativePromise("Filesystem", "readFile", {}).catch(({ code }) => code);
let heard = "";
Capacitor.nativeCallback("Portals", "addListener", { eventName: "own" }, (data) => (heard = data.text));
// And what pages do that have no such library.
const { Plugins } = Capacitor;
let also = "";
const handle = await Plugins.Portals.addListener("own", (data) => (also += data.text));
await invoke("Portals", "publishNative", { topic: "own", data: { text: "bus" } });
await handle.remove();
await Plugins.Portals.publishNative({ topic: "own", data: { text: "bus" } });
const { value: again } = await Plugins.Preferences.get({ key: "colour" });
say([value, keys.join(), language, missing, none, heard, also, again, Capacitor.isPluginAvailable("Toast"), Capacitor.isPluginAvailable("Motion")].join(" "));
document.getElementById("dialog").onclick = async () => {
  const answer = await invoke("Dialog", "confirm", { title: "Sure?", message: "Really?", okButtonTitle: "Yes" });
  say(`answered ${answer.value}`);
};
history.pushState({}, "", "/deep/route");
document.getElementById("context").textContent += location.pathname;
