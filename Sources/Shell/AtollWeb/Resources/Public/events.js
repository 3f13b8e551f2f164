// One connection for all tabs of a browser: browsers open at most six to a server, which as many tabs would use up.
//
// A shared worker listens on behalf of the visible tabs, and notifies each of them of changes to its page.
"use strict";

const tabs = new Map();
let source = null;
let listening = "";
let soon;

onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => {
    const before = tabs.get(port) ?? [];
    if (data.left) tabs.delete(port);
    else tabs.set(port, data.topics ?? []);
    // A new connection notifies every tab. A tab that joins an open connection is notified as well, because it may have
    // missed a change.
    const isListening = listening !== "";
    const had = listening.split(",");
    // The topics of a page arrive in parts. They share one connection.
    clearTimeout(soon);
    soon = setTimeout(listen, 50);
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
  // The browser does not retry a connection that the server has refused.
  source.onerror = () => {
    if (source?.readyState !== EventSource.CLOSED) return;
    listening = "";
    setTimeout(listen, 10_000);
  };
}
