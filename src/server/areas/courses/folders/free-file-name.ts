/** The name itself, or with a number where another file has it, also in other letters. */
export function freeFileName(name: string, taken: Iterable<string>): string {
  const lower = new Set([...taken].map((each) => each.toLowerCase()));
  const dot = name.lastIndexOf('.');
  let free = name;
  for (let number = 2; lower.has(free.toLowerCase()); number += 1)
    free = `${name.slice(0, dot)}-${number}${name.slice(dot)}`;
  return free;
}

/** A path of a file as a Markdown link writes it: without spaces and brackets. */
export function asAddress(path: string): string {
  return encodeURI(path).replace(/[()#?]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
