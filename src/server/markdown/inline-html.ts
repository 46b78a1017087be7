/** A node of Markdown, as far as it matters here. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
  data?: object | undefined;
}

const TAG = /^<(\/?)(sub|sup|u)>$/;

/** `<sub>`, `<sup>` and `<u>` without attributes, for which Markdown has no sign; all other HTML stays out. */
export function inlineHtml() {
  return (tree: Node): void => pairUp(tree);
}

function pairUp(parent: Node): void {
  if (!parent.children) return;
  for (const child of parent.children) pairUp(child);
  const done: Node[] = [];
  const open = new Map<string, number>();
  for (const child of parent.children) {
    const [, closing, name = ''] = (child.type === 'html' && TAG.exec(child.value ?? '')) || [];
    const count = open.get(name) ?? 0;
    if (name && !closing) open.set(name, count + 1);
    // Looked for only where one is open, so that a text of ends alone is read once.
    const from = closing && count > 0 ? done.findLastIndex((each) => isStart(each, name)) : -1;
    if (from === -1) done.push(child);
    else {
      const [, ...children] = done.splice(from);
      done.push({ type: 'inlineHtml', data: { hName: name }, children });
      open.set(name, count - 1);
    }
  }
  parent.children = done;
}

function isStart({ type, value }: Node, name: string): boolean {
  return type === 'html' && value === `<${name}>`;
}
