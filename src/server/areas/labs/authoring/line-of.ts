import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { KeyOfLab } from '#server/areas/courses/labs/read-lab-source';

/** The line of `lab.yaml` that a fault is about: that of its check or key; null where there is neither. */
export function lineOf(yaml: string, { check, field }: KeyOfLab): number | null {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines });
  if (!isMap(document.contents)) return null;
  const checks = document.get('checks', true);
  const named = isSeq(checks) ? checks.items.filter((item) => isMap(item) && item.get('id') === check) : [];
  const key = document.contents.items.find((pair) => isScalar(pair.key) && pair.key.value === field)?.key;
  const node = check === undefined ? key : (named.at(-1) ?? key);
  const [offset] = (node as Node | undefined)?.range ?? [];
  return offset === undefined ? null : lines.linePos(offset).line;
}
