import type { Element, Root } from 'hast';
import { createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { bundledLanguages, bundledLanguagesAlias } from 'shiki/langs';
import { visit } from 'unist-util-visit';
import { markExample } from './mark-example.ts';

const THEMES = { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } as const;
/** The grey of comments has a contrast of 5 to the page; every colour should have 7 (WCAG AAA). */
const DARKER = { '#66707b': '#4b535d' };
/** A longer text is shown plain: colouring it would hold everybody up. */
/** How long one line may take, in ms; what is cut off after it is shown without colours. */
const LINE_MS = 3000;
const LONGEST = 20_000;

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
    themes: THEMES,
    defaultColor: false,
    // On a busy machine a line may take long the first time; half coloured it would be kept half coloured.
    tokenizeTimeLimit: LINE_MS,
    colorReplacements: { [THEMES.light]: DARKER },
  });
  const [shiki] = drawn.children;
  if (shiki?.type === 'element') pre.children = shiki.children as Element['children'];
}

async function openHighlighter(language: keyof typeof languages): Promise<HighlighterCore> {
  opened ??= createHighlighterCore({
    themes: [
      import('shiki/themes/github-light-high-contrast.mjs'),
      import('shiki/themes/github-dark-high-contrast.mjs'),
    ],
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
