// A connection carries bytes. Here, bytes are a text with one character for each: "\u0000" to "\u00ff".

/** The bytes of a text in UTF-8. */
export function toBytes(text) {
  const escaped = encodeURIComponent(text);
  return escaped.replace(/%([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The text that bytes in UTF-8 stand for. */
export function fromBytes(bytes) {
  const escaped = [...bytes].map((byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return decodeURIComponent(escaped.join(''));
}
