// Answers `confirm` and `prompt`, although a dialog of the host does not stop a page.
//
// The first call stops the handler of the user's click, and asks. With the answer, the same event is sent again, and the handler
// runs to its end: then `confirm` returns the answer immediately. A handler repeats for each question what it does before the question.
globalThis.AtollQuestions = (() => {
  "use strict";

  // Stops a handler. No listener of the page sees it.
  class Waiting extends Error {
    name = "AtollWaiting";
  }
  const hide = (event, error) => {
    if (!(error instanceof Waiting)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("error", (event) => hide(event, event.error), true);
  addEventListener("unhandledrejection", (event) => hide(event, event.reason), true);

  // The answers to the questions of an event, while it is sent again, and those of them that were not taken yet. An answer counts for
  // its own question alone.
  let given = [];
  let rest = [];
  // Whether the host is showing a question.
  let isAsking = false;

  // The events by which a user does something, and that can be sent again: dragging has data that is gone by then.
  const types = new Set(["click", "dblclick", "auxclick", "contextmenu", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart",
    "touchend", "keydown", "keyup", "keypress", "beforeinput", "input", "change", "submit", "reset", "toggle"]);

  function repeat(event, target, answers) {
    [given, rest] = [answers, [...answers]];
    try {
      if (event.type === "click" && target instanceof HTMLElement) target.click();
      else if (event.type === "submit" && target instanceof HTMLFormElement) target.requestSubmit(event.submitter ?? undefined);
      else target.dispatchEvent(new event.constructor(event.type, event));
    } finally {
      [given, rest] = [[], []];
    }
  }

  // Returns the answer to a question, or `fallback` where it can't be asked: outside the handler of an event.
  return (question, ask, fallback, tell) => {
    const known = rest.findIndex((each) => each.question === question);
    if (known >= 0) return rest.splice(known, 1)[0].answer;
    const { event } = window;
    const target = event?.composedPath()[0] ?? event?.target;
    if (!types.has(event?.type) || !target) {
      tell("it can ask only in the handler of what the user does, such as a click");
      return fallback;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isAsking) {
      tell("another question is open");
      throw new Waiting("Another question is open: this event is dropped.");
    }
    const earlier = given;
    isAsking = true;
    ask().then(
      (answer) => {
        isAsking = false;
        if (target.isConnected === false || target.disabled) return tell("its element is gone, so the answer is lost");
        repeat(event, target, [...earlier, { question, answer }]);
      },
      (error) => {
        isAsking = false;
        tell(error.message);
      });
    throw new Waiting("This handler runs again with the user's answer.");
  };
})();
