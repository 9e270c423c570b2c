// Unpacks what LZMA has packed (the old form, with its size in front). Browsers unpack gzip themselves, but the engine is a quarter smaller
// this way, and it is most of the page.

/** Bits are guessed with 11 bits of certainty; each guess learns a 32nd of what it missed. */
const SURE = 2048;
const LEARN = 5;
/** Below this the range is too small to be divided further. */
const NARROW = 0x1000000;

/** The bytes that stand in a text, four of them in five letters: `text.rs` in crates/web/assemble says which. @param {string} text */
export function bytesOf(text) {
  const view = new DataView(new ArrayBuffer((text.length / 5) * 4));
  for (let at = 0; at < text.length; at += 5) {
    let word = 0;
    for (let next = at; next < at + 5; next += 1) {
      const letter = text.charCodeAt(next);
      word = word * 85 + (letter === 126 ? 20 : letter - 40);
    }
    view.setUint32((at / 5) * 4, word);
  }
  return new Uint8Array(view.buffer);
}

/** @param {Uint8Array} packed */
export function unpack(packed) {
  const header = new DataView(packed.buffer, packed.byteOffset);
  const [lc, lp, pb] = [packed[0] % 9, Math.floor(packed[0] / 9) % 5, Math.floor(packed[0] / 45)];
  const out = new Uint8Array(Number(header.getBigUint64(5, true)));
  // The first byte of the stream is always 0.
  let at = 18;
  let range = 0xffffffff;
  let code = header.getUint32(14);

  const guesses = (/** @type {number} */ count) => new Uint16Array(count).fill(SURE / 2);
  const narrow = () => {
    if (range >= NARROW) return;
    range = (range << 8) >>> 0;
    code = ((code << 8) | packed[at]) >>> 0;
    at += 1;
  };
  const bit = (/** @type {Uint16Array} */ from, /** @type {number} */ which) => {
    const bound = (range >>> 11) * from[which];
    const isOne = code >= bound;
    if (isOne) {
      range -= bound;
      code -= bound;
      from[which] -= from[which] >>> LEARN;
    } else {
      range = bound;
      from[which] += (SURE - from[which]) >>> LEARN;
    }
    narrow();
    return isOne ? 1 : 0;
  };
  /** So many bits from a tree of guesses that begins at an offset, the highest first. @param {Uint16Array} from @param {number} offset @param {number} count */
  const tree = (from, offset, count) => {
    let found = 1;
    for (let left = count; left > 0; left -= 1) found = (found << 1) | bit(from, offset + found);
    return found - (1 << count);
  };
  /** The same, the lowest first. @param {Uint16Array} from @param {number} offset @param {number} count */
  const turned = (from, offset, count) => {
    let [found, node] = [0, 1];
    for (let each = 0; each < count; each += 1) {
      const one = bit(from, offset + node);
      node = (node << 1) | one;
      found |= one << each;
    }
    return found;
  };
  /** Bits that nobody can guess. @param {number} count */
  const plain = (count) => {
    let found = 0;
    for (let left = count; left > 0; left -= 1) {
      range >>>= 1;
      const isOne = code >= range;
      if (isOne) code -= range;
      found = (found << 1) | (isOne ? 1 : 0);
      narrow();
    }
    return found;
  };
  const lengths = () => ({ choice: guesses(2), low: guesses(16 << 3), mid: guesses(16 << 3), high: guesses(256) });
  const lengthFrom = (/** @type {ReturnType<typeof lengths>} */ from, /** @type {number} */ phase) => {
    if (bit(from.choice, 0) === 0) return 2 + tree(from.low, phase << 3, 3);
    return bit(from.choice, 1) === 0 ? 10 + tree(from.mid, phase << 3, 3) : 18 + tree(from.high, 0, 8);
  };

  const [isMatch, isRepeated, isOther, isThird, isFourth, isLong] = [192, 12, 12, 12, 12, 192].map(guesses);
  const letters = guesses(0x300 << (lc + lp));
  const [slots, near, low] = [guesses(4 << 6), guesses(128), guesses(16)];
  const [matched, repeated] = [lengths(), lengths()];
  const back = [1, 1, 1, 1];
  let state = 0;

  const letter = (/** @type {number} */ to) => {
    const before = to > 0 ? out[to - 1] : 0;
    const offset = 0x300 * (((to & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
    let found = 1;
    if (state >= 7) {
      // After a match the letter there is known to be wrong: it is guessed against.
      let other = out[to - back[0]];
      while (found < 0x100) {
        const expected = (other >> 7) & 1;
        other <<= 1;
        const one = bit(letters, offset + ((1 + expected) << 8) + found);
        found = (found << 1) | one;
        if (one !== expected) break;
      }
    }
    while (found < 0x100) found = (found << 1) | bit(letters, offset + found);
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
    return found & 0xff;
  };
  const distance = (/** @type {number} */ length) => {
    const slot = tree(slots, Math.min(length - 2, 3) << 6, 6);
    if (slot < 4) return slot + 1;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < 14) return base + turned(near, base - slot, bits) + 1;
    return base + (plain(bits - 4) << 4) + turned(low, 0, 4) + 1;
  };

  let to = 0;
  while (to < out.length) {
    const phase = to & ((1 << pb) - 1);
    const here = (state << 4) + phase;
    if (bit(isMatch, here) === 0) {
      out[to] = letter(to);
      to += 1;
      continue;
    }
    let length = 1;
    if (bit(isRepeated, state) === 0) {
      length = lengthFrom(matched, phase);
      back.unshift(distance(length));
      back.pop();
      state = state < 7 ? 7 : 10;
    } else {
      const which = bit(isOther, state) === 0 ? 0 : bit(isThird, state) === 0 ? 1 : 2 + bit(isFourth, state);
      if (which === 0 && bit(isLong, here) === 0) state = state < 7 ? 9 : 11;
      else {
        back.unshift(...back.splice(which, 1));
        length = lengthFrom(repeated, phase);
        state = state < 7 ? 8 : 11;
      }
    }
    for (const end = Math.min(to + length, out.length); to < end; to += 1) out[to] = out[to - back[0]];
  }
  return out;
}
