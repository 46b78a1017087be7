/** Sorted by a number made of seed and text: the same every time, and nothing of the given order is left. */
export function shuffled(items: readonly string[], seed: string): string[] {
  return [...items].sort((a, b) => scramble(seed + a) - scramble(seed + b) || (a < b ? -1 : 1));
}

/** FNV-1a, then mixed until texts that differ in the last letter ("step 1", "step 2") are far apart. */
export function scramble(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
