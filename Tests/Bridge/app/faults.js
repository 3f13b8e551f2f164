// Deviations of hosts from bridge.json: a line for each. `answer` carries out a call and resolves with { result } or { error }.
export async function faults(script, answer, forms) {
  const found = [];
  const unsupported = -32004;
  const limited = -32006;
  const call = async ({ method, params }) => {
    for (;;) {
      const { result, error } = await answer(method, params);
      if (error?.code !== limited || !error.data?.retryAfter) return { result, error };
      await new Promise((resolve) => setTimeout(resolve, error.data.retryAfter));
    }
  };
  const { features } = (await call({ method: "host.info", params: {} })).result;
  for (const name of features) {
    if (!script.methods.includes(name)) found.push(`${name} is offered, and not described`);
  }
  // The members of an object have no order.
  const sorted = (name, value) =>
    value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value;
  const same = (one, other) => JSON.stringify(one, sorted) === JSON.stringify(other, sorted);
  if (script.steps.filter(({ method }) => features.includes(method)).length < 25) found.push("fewer than 25 steps are offered");
  for (const step of script.steps.filter(({ method }) => features.includes(method))) {
    const { result, error } = await call(step);
    const words = `${step.method}(${JSON.stringify(step.params)})`;
    if (error) found.push(`${words} answers ${error.code} ${error.message}`);
    else if (Object.hasOwn(step, "result") && !same(result, step.result)) found.push(`${words} is ${JSON.stringify(result)}`);
    else {
      const fault = forms.value(step.form, result, "The result");
      if (fault) found.push(`${words}: ${fault.message}`);
    }
  }
  for (const wrong of script.malformed) {
    const { error } = await call(wrong);
    const expected = features.includes(wrong.method) ? wrong.code : unsupported;
    if (error?.code !== expected) {
      found.push(`${wrong.method}(${JSON.stringify(wrong.params).slice(0, 200)}) answers ${error?.code ?? "with a result"}, not ${expected}`);
    }
  }
  return found;
}
