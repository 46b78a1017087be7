/** An email address in a text, in whatever case, and not as a part of a longer one. */
export function addressPattern(address: string): RegExp {
  const letters = address.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}._+-])${letters}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, 'giu');
}
