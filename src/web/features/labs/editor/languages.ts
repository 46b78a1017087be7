import type { Extension } from '@codemirror/state';

/** The language of a file by its ending, fetched when such a file is shown; nothing for a plain text. */
const LANGUAGES: Readonly<Record<string, () => Promise<Extension>>> = {
  js: () => import('@codemirror/lang-javascript').then((it) => it.javascript()),
  mjs: () => import('@codemirror/lang-javascript').then((it) => it.javascript()),
  ts: () => import('@codemirror/lang-javascript').then((it) => it.javascript({ typescript: true })),
  html: () => import('@codemirror/lang-html').then((it) => it.html()),
  css: () => import('@codemirror/lang-css').then((it) => it.css()),
  json: () => import('@codemirror/lang-json').then((it) => it.json()),
  py: () => import('@codemirror/lang-python').then((it) => it.python()),
  sh: () => import('./shell-language.ts').then((it) => it.SHELL),
  yaml: () => import('./yaml-language.ts').then((it) => it.YAML),
  yml: () => import('./yaml-language.ts').then((it) => it.YAML),
  sql: () => import('@codemirror/lang-sql').then((it) => it.sql({ dialect: it.PostgreSQL })),
};

export async function languageOf(path: string): Promise<Extension> {
  const load = LANGUAGES[path.slice(path.lastIndexOf('.') + 1)];
  return load ? load() : [];
}
