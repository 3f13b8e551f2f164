// One connection for all tabs of a browser: a browser opens six to a server and no more, and a tab that waits would be a seventh.
//
// A shared worker listens for the tabs that can be seen, and tells each that something on it has changed.
"use strict";

const tabs = new Map();
let source = null;
let listening = "";

onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => {
    const before = tabs.get(port) ?? [];
    if (data.left) tabs.delete(port);
    else tabs.set(port, data.topics ?? []);
    // A new connection tells each tab to look; who joins one that is there looks as well: it may have missed something.
    const isListening = listening !== "";
    const had = listening.split(",");
    listen();
    for (const topic of tabs.get(port) ?? []) {
      if (isListening && had.includes(topic) && !before.includes(topic)) port.postMessage({ changed: topic });
    }
  };
};

function listen() {
  const topics = [...new Set([...tabs.values()].flat())].sort().join(",");
  if (topics === listening) return;
  listening = topics;
  source?.close();
  source = null;
  if (!topics) return;
  source = new EventSource(`/events?topics=${encodeURIComponent(topics)}`);
  source.addEventListener("changed", ({ data }) => {
    for (const [port, wanted] of tabs) if (wanted.includes(data)) port.postMessage({ changed: data });
  });
  // One that the server has refused is not tried again by itself.
  source.onerror = () => {
    if (source?.readyState !== EventSource.CLOSED) return;
    listening = "";
    setTimeout(listen, 10_000);
  };
}
