import type { Element, Root } from 'hast';
import {
  createHighlighterCore,
  type HighlighterCore,
  type ShikiTransformer,
  type ThemeRegistration,
} from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { bundledLanguages, bundledLanguagesAlias } from 'shiki/langs';
import dark from 'shiki/themes/github-dark-high-contrast.mjs';
import light from 'shiki/themes/github-light-high-contrast.mjs';
import { visit } from 'unist-util-visit';
import { markExample } from './mark-example.ts';

/** The grey of comments has a contrast of 5 to the page; every colour should have 7 (WCAG AAA). */
const DARKER = new Map([['#66707B', '#4b535d']]);
/** How long one line may take, in ms; what is cut off after it is shown without colours. */
const LINE_MS = 3000;
/** A longer text is shown plain: colouring it would hold everybody up. */
const LONGEST = 20_000;

/** The dark theme's colour for each of the light one: both have the same rules, so that a text is read once for both. */
const DARK = darkColors(light, dark);

let opened: Promise<HighlighterCore> | undefined;
const languages = { ...bundledLanguages, ...bundledLanguagesAlias };

/** Colours code blocks by CSS variables for both themes, and leaves diagrams as text for the browser to draw. */
export function highlightCode() {
  return async (tree: Root): Promise<void> => {
    const blocks: { pre: Element; code: Element; language: string }[] = [];
    visit(tree, 'element', (pre) => {
      const [code] = pre.children;
      if (pre.tagName === 'pre' && code?.type === 'element' && code.tagName === 'code')
        blocks.push({ pre, code, language: languageOf(code) });
    });
    for (const { code, language, pre } of blocks) await dress(pre, code, language);
  };
}

async function dress(pre: Element, code: Element, language: string): Promise<void> {
  const text = textOf(code);
  if (language === 'mermaid') {
    pre.properties = { className: ['mermaid-source'], dataLanguage: language, tabIndex: 0 };
    pre.children = [{ type: 'text', value: text }];
    return;
  }
  // A long line scrolls: the block must be reachable by keyboard.
  pre.properties = {
    className: ['shiki'],
    dataLanguage: language,
    tabIndex: 0,
    ...markExample(code, language),
  };
  if (!(language in languages) || text.length > LONGEST) return;
  const highlighter = await openHighlighter(language as keyof typeof languages);
  const drawn = highlighter.codeToHast(text.replace(/\n$/, ''), {
    lang: language,
    themes: { light },
    defaultColor: false,
    transformers: [forBothThemes],
    // On a busy machine a line may take long the first time; half coloured it would be kept half coloured.
    tokenizeTimeLimit: LINE_MS,
  });
  const [shiki] = drawn.children;
  if (shiki?.type === 'element') pre.children = shiki.children as Element['children'];
}

const forBothThemes: ShikiTransformer = {
  tokens(lines) {
    for (const token of lines.flat()) {
      const { '--shiki-light': color = '', ...styles } = Object(token.htmlStyle) as Record<string, string>;
      const others = Object.entries(styles);
      token.htmlStyle = {
        '--shiki-light': DARKER.get(color) ?? color,
        ...styles,
        '--shiki-dark': DARK.get(color) ?? '',
        ...Object.fromEntries(others.map(([name, value]) => [name.replace('-light-', '-dark-'), value])),
      };
    }
  },
};

/** Refuses themes whose rules differ in more than their colours. */
export function darkColors(one: ThemeRegistration, other: ThemeRegistration): ReadonlyMap<string, string> {
  const rules = ({ colors, tokenColors = [] }: ThemeRegistration): typeof tokenColors => [
    { settings: { foreground: colors?.['editor.foreground'] ?? '' } },
    ...tokenColors,
  ];
  const found = new Map<string, string>();
  const others = rules(other);
  for (const [index, { scope, settings }] of rules(one).entries()) {
    const same = others[index];
    const [from = '', to = ''] = [settings, same?.settings].map((each) => each?.foreground?.toUpperCase());
    const isSame = String(scope) === String(same?.scope) && settings.fontStyle === same?.settings.fontStyle;
    if (!isSame || (found.get(from) ?? to) !== to)
      throw new Error(`The themes of code differ in the rule of ${scope}`);
    found.set(from, to);
  }
  return found;
}

async function openHighlighter(language: keyof typeof languages): Promise<HighlighterCore> {
  opened ??= createHighlighterCore({
    themes: [light],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  const highlighter = await opened;
  await highlighter.loadLanguage(languages[language]);
  return highlighter;
}

function languageOf(code: Element): string {
  const names = Array.isArray(code.properties.className) ? code.properties.className : [];
  const name = names.map(String).find((each) => each.startsWith('language-'));
  return name?.slice('language-'.length).toLowerCase() ?? 'text';
}

function textOf(element: Element): string {
  return element.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : ''))
    .join('');
}
