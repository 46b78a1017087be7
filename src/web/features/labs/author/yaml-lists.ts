/** A field of `lab.yaml` with all its lines. */
function blockOf(key: string): RegExp {
  return new RegExp(`^${key}:[^\\n]*(?:\\n(?:[ \\t]+[^\\n]*|- [^\\n]*|[ \\t]*(?=\\n[ \\t-])))*`, 'm');
}

/** The order of tabs that `lab.yaml` names, written in brackets or a line each. */
export function readTabs(yaml: string): string[] {
  const [block = ''] = blockOf('tabs').exec(yaml) ?? [];
  return block
    .replace(/^tabs:/, '')
    .split(/[\n,[\]]/)
    .map((part) =>
      part
        .replace(/^\s*-\s+/, '')
        .replace(/\s#.*$/, '')
        .trim()
        .replace(/^(['"])(.*)\1$/, '$2'),
    )
    .filter((part) => part !== '');
}

/** The same text with another order of tabs. */
export function writeTabs(yaml: string, tabs: readonly string[]): string {
  const line = `tabs: [${tabs.join(', ')}]`;
  if (blockOf('tabs').test(yaml)) return yaml.replace(blockOf('tabs'), () => line);
  if (/^runner:[^\n]*$/m.test(yaml))
    return yaml.replace(/^runner:[^\n]*$/m, (runner) => `${runner}\n${line}`);
  return `${line}\n${yaml}`;
}

/** Puts an item behind the others of a list, which is made where there is none. Answers the text and the item's line. */
export function appendItem(
  yaml: string,
  key: string,
  [first = '', ...rest]: readonly string[],
): { text: string; line: number } {
  const found = blockOf(key).exec(yaml);
  const block = found?.[0] ?? `${key}:`;
  const isShort = /^\w+:[ \t]*\[[ \t]*\][ \t]*(?:#.*)?$/.test(block);
  const [, indent = '  '] = /\n([ \t]*)- /.exec(block) ?? [];
  const item = [`${indent}- ${first}`, ...rest.map((line) => `${indent}  ${line}`)].join('\n');
  const isFlow = !isShort && /^\w+:[ \t]*\[/.test(block);
  const flow = rest.length === 0 ? first : `{ ${[first, ...rest].join(', ')} }`;
  const own = isFlow
    ? block.replace(/\s*\][^\]]*$/, () => `, ${flow}]`)
    : `${isShort ? `${key}:` : block.trimEnd()}\n${item}`;
  const head = found ? yaml.slice(0, found.index) : yaml.replace(/\n?$/, yaml === '' ? '' : '\n');
  const tail = found ? yaml.slice(found.index + block.length) : '\n';
  const line = `${head}${own}`.split('\n').length - (isFlow ? 0 : rest.length);
  return { text: `${head}${own}${tail === '' ? '\n' : tail}`, line };
}

/** An id that no check has yet. */
export function freeId(yaml: string): string {
  let number = 1;
  while (new RegExp(`\\bid:\\s*['"]?check-${number}\\b`).test(yaml)) number += 1;
  return `check-${number}`;
}
