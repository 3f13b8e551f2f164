"use strict";
const app = Telegram.WebApp;
const say = (text) => (document.getElementById("said").textContent = text);
app.ready();
app.MainButton.setText("Order").onClick(() => app.showConfirm("Order it?", (isYes) => say(`ordered ${isYes}`))).show();
const events = [];
Telegram.WebView.receiveEvent = (type, data) => events.push(`${type} ${JSON.stringify(data ?? null)}`);
TelegramWebviewProxy.postEvent("web_app_request_viewport", "");
TelegramWebviewProxy.postEvent("web_app_nothing", "{}");
app.CloudStorage.setItem("basket", "3", (error, done) =>
  app.CloudStorage.getItem("basket", (failure, value) =>
    app.CloudStorage.setItem("no/key", "", (refused) =>
      say([done, value, refused, app.isVersionAtLeast("6.9"), app.initDataUnsafe.user.id > 0, events.length > 0, Boolean(getComputedStyle(document.documentElement).getPropertyValue("--tg-theme-bg-color"))].join(" ")))));
