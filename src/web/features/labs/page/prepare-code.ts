import { parser } from '@lezer/javascript';

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}
type Node = ReturnType<typeof parser.parse>['topNode'];

/** What is called in every turn of a loop and every function, so that none goes on for ever. */
const CALL = '__pause()';
/** A task may take so long, in ms. */
const LONGEST = 1500;

/** What a page begins with: the next task starts the clock again. */
export const PAUSE_SCRIPT = `{
  let end = 0;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { end = 0; };
  globalThis.__pause = () => {
    const now = performance.now();
    if (end === 0) { end = now + ${LONGEST}; port2.postMessage(0); }
    else if (now > end) throw new RangeError('Timeout');
  };
}`;

/**
 * Code of a learner as it may run in the browser's own thread, where nobody could stop it: loops and functions look at
 * the clock. It keeps its lines. `rename` says what an imported module is called; undefined leaves the name.
 */
export function prepareCode(code: string, rename: (name: string) => string | undefined): string {
  const edits: Edit[] = [];
  parser.parse(code).iterate({
    enter: ({ from, name, node, to }) => {
      if (name === 'String' && isImported(node)) {
        const target = rename(code.slice(from + 1, to - 1));
        if (target !== undefined) edits.push({ from, to, text: JSON.stringify(target) });
      } else {
        const body = bodyOf(node);
        if (body) edits.push(opened(body));
      }
    },
    // On leaving, so that the inner one of two that end at one place is closed first.
    leave: ({ node }) => {
      const body = bodyOf(node);
      if (body && body.name !== 'Block') edits.push({ from: body.to, to: body.to, text: wrapOf(body)[1] });
    },
  });
  return applied(code, edits);
}

function isImported({ parent, prevSibling }: Node): boolean {
  if (parent?.name === 'ExportDeclaration') return prevSibling?.name === 'from';
  return parent?.name === 'ImportDeclaration' || parent?.name === 'DynamicImport';
}

/** What runs again and again. */
function bodyOf(node: Node): Node | null {
  switch (node.name) {
    case 'ForStatement':
    case 'WhileStatement':
    case 'ArrowFunction':
      return node.lastChild;
    case 'DoStatement':
      return node.firstChild?.nextSibling ?? null;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'MethodDeclaration':
      return node.getChild('Block');
    default:
      return null;
  }
}

function opened(body: Node): Edit {
  const { from, name } = body;
  if (name === 'Block') return { from: from + 1, to: from + 1, text: `${CALL};` };
  return { from, to: from, text: wrapOf(body)[0] };
}

/** What a body that is not a block stands between. */
function wrapOf({ parent }: Node): readonly [open: string, close: string] {
  return parent?.name === 'ArrowFunction' ? [`(${CALL},`, ')'] : [`{${CALL};`, '}'];
}

function applied(code: string, edits: readonly Edit[]): string {
  let made = '';
  let last = 0;
  for (const { from, text, to } of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    made += code.slice(last, from) + text;
    last = to;
  }
  return made + code.slice(last);
}
