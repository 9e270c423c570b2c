// The field to type a move into.
import { make, textField } from "./dom.js";
import { say } from "./words.js";

/** `offer` gets what was typed. */
export function typedField(position, offer) {
  const several = position.table.length > 1;
  const label = position.pool !== null ? "typeNumber" : several ? "typeDivision" : "typeDivisor";
  const { field, input } = textField(say(label), { inputmode: several ? "text" : "numeric", name: "typed" });
  const submit = make("button", { type: "submit" }, say(position.pool !== null ? "take" : "divide"));
  return make(
    "form",
    {
      class: "typed",
      onsubmit: (event) => {
        event.preventDefault();
        offer(input.value);
      },
    },
    field,
    submit,
  );
}
