// A poll of everyone in the room: each option and each vote is an update, and every page computes the same result from them.
const options = new Map();

window.webxdc.setUpdateListener(({ payload }) => {
  const votes = options.get(payload.option) ?? new Set();
  if (payload.by) votes.add(payload.by);
  options.set(payload.option, votes);
  show();
}, 0);

function show() {
  document.getElementById("empty").hidden = options.size > 0;
  document.getElementById("options").replaceChildren(...[...options].map(([option, votes]) => {
    const row = document.createElement("li");
    const vote = Object.assign(document.createElement("button"), {
      textContent: `${votes.size} ✓`, disabled: votes.has(window.webxdc.selfAddr),
      onclick: () => send({ option, by: window.webxdc.selfAddr }, `${window.webxdc.selfName} votes for ${option}`),
    });
    vote.setAttribute("aria-label", `Vote for ${option}`);
    row.append(option, vote);
    return row;
  }));
}

function send(payload, info) {
  window.webxdc.sendUpdate({ payload, info, summary: `${options.size} options` }, info);
}

document.getElementById("add").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = document.getElementById("option");
  if (field.value.trim()) send({ option: field.value.trim() }, `${window.webxdc.selfName} suggests ${field.value.trim()}`);
  field.value = "";
});
