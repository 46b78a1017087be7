/** What the library wants of its host as it starts: Base64, and numbers as text. */
export const PRELUDE = `const atob = (text) => {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  let bits = 0, held = 0, out = '';
  for (const digit of text.replaceAll('=', '')) {
    bits = ((bits << 6) | digits.indexOf(digit)) & 0xffffff;
    held += 6;
    if (held >= 8) { held -= 8; out += String.fromCharCode((bits >> held) & 255); }
  }
  return out;
};
const Intl = { NumberFormat: class { format(value) { return String(value); } } };`;
