// Three sounds, made here: a number is taken, it is your turn, the game is over. Nothing is heard until somebody wants it.
import { kept } from "./store.js";

/** Each note with its pitch, when it begins and how long it sounds, in seconds. */
const NOTES = {
  taken: [[392, 0, 0.12]],
  turn: [[523, 0, 0.1], [659, 0.09, 0.14]],
  end: [[523, 0, 0.16], [659, 0.14, 0.16], [784, 0.28, 0.4]],
};

/** @type {AudioContext | null} */
let air = null;

/** @param {keyof typeof NOTES} name */
export function sound(name) {
  if (kept("sound") !== true) return;
  air ??= new AudioContext();
  for (const [pitch, from, length] of NOTES[name]) {
    const start = air.currentTime + from;
    const voice = new OscillatorNode(air, { type: "triangle", frequency: pitch });
    const loudness = new GainNode(air, { gain: 0 });
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(0.16, start + 0.015);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + length);
    voice.connect(loudness).connect(air.destination);
    voice.start(start);
    voice.stop(start + length);
  }
}
