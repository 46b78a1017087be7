/** Whether a text can be the number of a bank account: an IBAN must add up, any other number has 4 to 34 letters and digits. */
export function isAccountNumber(text: string): boolean {
  const bare = text.replaceAll(/[\s-]/g, '').toUpperCase();
  if (!/^[A-Z\d]{4,34}$/.test(bare)) return false;
  if (!/^[A-Z]{2}\d{2}/.test(bare)) return true;
  const digits = (bare.slice(4) + bare.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return bare.length >= 15 && BigInt(digits) % 97n === 1n;
}
