import type { LabFiles } from '#domain/labs/lab-spec';

interface Parser {
  parse(text: string): { iterate(spec: { enter: (node: LeafNode) => void }): void };
}
interface LeafNode {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly node: { readonly firstChild: unknown };
}

/** The parsers of the editor, by the ending of a file. */
const PARSERS: Readonly<Record<string, () => Promise<Parser>>> = {
  js: () => import('@codemirror/lang-javascript').then((it) => it.javascriptLanguage.parser),
  mjs: () => import('@codemirror/lang-javascript').then((it) => it.javascriptLanguage.parser),
  ts: () => import('@codemirror/lang-javascript').then((it) => it.typescriptLanguage.parser),
  py: () => import('@codemirror/lang-python').then((it) => it.pythonLanguage.parser),
  sql: () => import('@codemirror/lang-sql').then((it) => it.PostgreSQL.language.parser),
};
/** Kinds of tokens of which the text says what they do; of names and values only the kind counts. */
const SPEAKING = /^(?:Keyword|Type|Builtin|Punctuation)$|Op(?:erator)?$/;

/** What files are made of, without names, values, comments, and spaces: renaming changes nothing. */
export async function tokensOf(files: LabFiles): Promise<string[]> {
  const tokens: string[] = [];
  for (const [path, text] of Object.entries(files)) {
    const parser = await PARSERS[path.slice(path.lastIndexOf('.') + 1)]?.();
    parser?.parse(text).iterate({
      enter: ({ from, name, node, to }) => {
        if (node.firstChild !== null || name.includes('Comment')) return;
        tokens.push(SPEAKING.test(name) ? `${name} ${text.slice(from, to).toLowerCase()}` : name);
      },
    });
  }
  return tokens;
}
