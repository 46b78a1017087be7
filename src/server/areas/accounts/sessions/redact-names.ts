/** A name in a text, not as a part of a longer word. */
function pattern(name: string): RegExp {
  const letters = name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return new RegExp(`(?<![A-Za-z0-9_])${letters}(?![A-Za-z0-9_])`, 'gi');
}

/** A value in which no text says one of these names; what the fields of objects are called stays. */
export function redactNames(value: unknown, names: readonly string[]): unknown {
  const patterns = names.filter((name) => name.trim() !== '').map(pattern);
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string')
      return patterns.reduce((text, one) => text.replace(one, 'Deleted user'), part);
    if (Array.isArray(part)) return part.map(walk);
    if (part === null || typeof part !== 'object') return part;
    return Object.fromEntries(Object.entries(part).map(([key, held]) => [key, walk(held)]));
  };
  return walk(value);
}
