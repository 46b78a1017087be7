import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

/** The line of `lab.yaml` that a fault in words is about: that of the check or field it names; null where it names none. */
export function lineOf(yaml: string, said: string): number | null {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines });
  if (!isMap(document.contents)) return null;
  const [, check] = /^check ([\w-]+): /.exec(said) ?? [];
  const [, twice] = /^checks: the id ([\w-]+) is used twice$/.exec(said) ?? [];
  const [, field] = /^(\w+): /.exec(said) ?? [];
  const checks = document.get('checks', true);
  const id = check ?? twice;
  const named = isSeq(checks) ? checks.items.filter((item) => isMap(item) && item.get('id') === id) : [];
  const key = document.contents.items.find((pair) => isScalar(pair.key) && pair.key.value === field)?.key;
  const node = id === undefined ? key : (named.at(-1) ?? key);
  const [offset] = (node as Node | undefined)?.range ?? [];
  return offset === undefined ? null : lines.linePos(offset).line;
}
