/** An email address in a text, which is somebody's as a whole: a name in it is no name. */
const ADDRESS = `[^\\s@"'<>,;:()]{1,64}@[^\\s@"'<>,;:()]+`;

/** Takes a name out of a text where it isn't a part of a longer word or of an email address. */
function redactor(name: string): (text: string) => string {
  const letters = name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const alone = `(?<![A-Za-z0-9_])${letters}(?![A-Za-z0-9_])`;
  if (name.includes('@')) return (text) => text.replace(new RegExp(alone, 'gi'), 'Deleted user');
  const either = new RegExp(`(${ADDRESS})|${alone}`, 'gi');
  return (text) => text.replace(either, (_, address?: string) => address ?? 'Deleted user');
}

/** A value in which no text says one of these names; what the fields of objects are called stays. */
export function redactNames(value: unknown, names: readonly string[]): unknown {
  const redactors = names.filter((name) => name.trim() !== '').map(redactor);
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return redactors.reduce((text, redact) => redact(text), part);
    if (Array.isArray(part)) return part.map(walk);
    if (part === null || typeof part !== 'object') return part;
    return Object.fromEntries(Object.entries(part).map(([key, held]) => [key, walk(held)]));
  };
  return walk(value);
}
