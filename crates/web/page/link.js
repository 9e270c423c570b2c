// Addresses: everything that can be shared is in the fragment, so it never leaves the device by itself.

/** "#/explore?game=classic&moves=12+6" → { view: "explore", values: URLSearchParams } */
export function readAddress(fragment) {
  const [path, query = ""] = fragment.replace(/^#\/?/, "").split("?");
  const [view = "", ...rest] = path.split("/");
  return { view: decode(view), rest: rest.map(decode), values: new URLSearchParams(query) };
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The fragment of a view with these values; empty ones are left out. */
export function address(view, values = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, value);
  }
  const text = query.toString();
  return `#/${view}${text ? `?${text}` : ""}`;
}

export function movesToText(moves) {
  return moves.join(" ");
}

/** "12 6" → [12, 6]; "60/2" → ["60/2"]. What is no number is left to the engine to refuse. */
export function textToMoves(text) {
  const words = (text ?? "").split(/[\s,]+/).filter(Boolean);
  return words.map((word) => (/^\d{1,15}$/.test(word) ? Number(word) : word));
}

/** The whole address of this page with another fragment. */
export function wholeAddress(fragment) {
  return location.href.split("#")[0] + fragment;
}
