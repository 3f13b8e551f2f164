// Checks values by the forms that the description of the bridge gives them, in every host that runs in a browser.
const AtollParameters = ((types) => {
  "use strict";

  const encoder = new TextEncoder();
  const bytes = (value) => encoder.encode(typeof value === "string" ? value : JSON.stringify(value)).length;
  const characters = (text) => [...text].length;

  const invalid = -32602;
  const tooLarge = -32001;

  // Returns the fault in a value, as { code, message }, or null.
  function fault(schema, value, place) {
    const wrong = (message, code = invalid) => ({ code, message: `${place} ${message}` });
    if (schema.$ref) return fault(types[schema.$ref.split("/").pop()], value, place);
    if (schema.enum) {
      const known = schema.enum.map((text) => `"${text}"`).join(", ");
      return schema.enum.includes(value) ? null : wrong(`must be one of ${known}.`);
    }
    if (schema.anyOf) {
      const faults = schema.anyOf.map((each) => fault(each, value, place));
      return faults.includes(null) ? null : faults[0];
    }
    if (schema.maxBytes !== undefined && schema.type !== "string" && bytes(value) > schema.maxBytes) {
      return wrong(`must have at most ${schema.maxBytes} bytes.`, tooLarge);
    }
    const within = (number, least, most) => number >= (least ?? -Infinity) && number <= (most ?? Infinity);
    switch (schema.type) {
      case undefined: return null;
      case "null": return value === null ? null : wrong("must be null.");
      case "boolean": return typeof value === "boolean" ? null : wrong("must be true or false.");
      case "integer":
        return Number.isSafeInteger(value) && within(value, schema.minimum, schema.maximum)
          ? null : wrong("must be a whole number in its range.");
      case "number":
        return typeof value === "number" && within(value, schema.minimum, schema.maximum)
          ? null : wrong(`must be a number from ${schema.minimum} to ${schema.maximum}.`);
      case "string":
        if (typeof value !== "string") return wrong("must be a string.");
        if (!within(characters(value), schema.minLength, schema.maxLength)) {
          return wrong(`must have ${schema.minLength ?? 0} to ${schema.maxLength} characters.`, tooLarge);
        }
        if (schema.maxBytes !== undefined && bytes(value) > schema.maxBytes) {
          return wrong(`must have at most ${schema.maxBytes} bytes.`, tooLarge);
        }
        return !schema.pattern || new RegExp(schema.pattern, "u").test(value) ? null : wrong("does not have the expected form.");
      case "array":
        if (!Array.isArray(value)) return wrong("must be an array.");
        if (!within(value.length, schema.minItems, schema.maxItems)) {
          return wrong(`must have ${schema.minItems} to ${schema.maxItems} elements.`);
        }
        if (schema.uniqueItems && new Set(value.map((each) => JSON.stringify(each))).size < value.length) {
          return wrong("must not repeat an element.");
        }
        return first(value.entries(), ([index, each]) => fault(schema.items, each, `${place}[${index}]`));
      case "object":
        if (typeof value !== "object" || value === null || Array.isArray(value)) return wrong("must be an object.");
        if (!within(Object.keys(value).length, schema.minProperties, schema.maxProperties)) {
          return wrong(`must have ${schema.minProperties ?? 0} to ${schema.maxProperties} members.`);
        }
        if (schema.propertyNames) {
          const named = first(Object.keys(value), (name) => fault(schema.propertyNames, name, `A name in ${place}`));
          if (named) return named;
        }
        return schema.additionalProperties
          ? first(Object.entries(value), ([name, each]) => fault(schema.additionalProperties, each, `${place}["${name}"]`))
          : members(schema, value, (name) => `${place}.${name}`);
    }
    return wrong("has a form that this page does not know.");
  }

  function first(values, check) {
    for (const value of values) {
      const found = check(value);
      if (found) return found;
    }
    return null;
  }

  function members({ properties, required = [] }, value, place) {
    const missing = required.find((name) => !Object.hasOwn(value, name));
    if (missing) return { code: invalid, message: `${place(missing)} is missing.` };
    return first(Object.entries(value), ([name, each]) =>
      Object.hasOwn(properties, name)
        ? fault(properties[name], each, place(name))
        : { code: invalid, message: `${place(name.slice(0, 40))} is unknown.` });
  }

  return {
    // Returns the fault in a value of a form, as { code, message }, or null.
    value: fault,

    // Returns the fault in the parameters of a call; null without one.
    call(method, parameters) {
      if (typeof parameters !== "object" || parameters === null || Array.isArray(parameters)) {
        return { code: invalid, message: "Parameters must be passed by name, in an object." };
      }
      return members(method.parameters, parameters, (name) => `The parameter "${name}"`);
    },
  };
});
