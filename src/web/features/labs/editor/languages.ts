import type { Extension } from '@codemirror/state';

interface Language {
  /** Everything the editor knows of it: colors, indentation, completion. */
  readonly load: () => Promise<Extension>;
  /** The colors alone, where the rest is heavy. */
  readonly loadColors?: () => Promise<Extension>;
  /** A text that has no right colors without the rest. */
  readonly needsAll?: RegExp;
}

const loadScript = (typescript: boolean): Language => ({
  load: () => import('@codemirror/lang-javascript').then((it) => it.javascript({ typescript })),
  loadColors: () => import('./script-colors.ts').then((it) => it.scriptColors(typescript)),
});
const YAML: Language = { load: () => import('./yaml-language.ts').then((it) => it.YAML) };

/** The language of a file by its ending; a plain text has none. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  js: loadScript(false),
  mjs: loadScript(false),
  ts: loadScript(true),
  html: {
    load: () => import('@codemirror/lang-html').then((it) => it.html()),
    loadColors: () => import('./html-colors.ts').then((it) => it.HTML_COLORS),
    needsAll: /<(?:script|style)\b|\s(?:on\w+|style)\s*=/i,
  },
  css: { load: () => import('@codemirror/lang-css').then((it) => it.css()) },
  json: { load: () => import('@codemirror/lang-json').then((it) => it.json()) },
  py: {
    load: () => import('@codemirror/lang-python').then((it) => it.python()),
    loadColors: () => import('./python-colors.ts').then((it) => it.PYTHON_COLORS),
  },
  sh: { load: () => import('./shell-language.ts').then((it) => it.SHELL) },
  yaml: YAML,
  yml: YAML,
  sql: { load: () => import('@codemirror/lang-sql').then((it) => it.sql({ dialect: it.PostgreSQL })) },
};

const languageOf = (path: string) => LANGUAGES[path.slice(path.lastIndexOf('.') + 1)];

/** What a file is shown with, before anybody writes in it. */
export async function loadColors(path: string, text: string): Promise<Extension> {
  const language = languageOf(path);
  if (!language) return [];
  const { load, loadColors: loadFirst = load, needsAll } = language;
  return needsAll?.test(text) ? load() : loadFirst();
}

/** What a file is written with; null when it is shown with that already. */
export async function loadLanguage(path: string): Promise<Extension | null> {
  const language = languageOf(path);
  return language?.loadColors ? language.load() : null;
}
