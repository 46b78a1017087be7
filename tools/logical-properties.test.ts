import { expect, test } from 'vitest';
import { readSource, repositoryFiles } from './source-files.ts';

/** Declarations that say left or right where start or end is meant. */
const PHYSICAL = [
  /^\s*(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|left|right):.*/gm,
  /^\s*border-(?:top|bottom)-(?:left|right)-radius:.*/gm,
  /^\s*(?:text-align|float|clear):\s*(?:left|right)\b.*/gm,
  /^\s*(?:margin|padding|inset):(?: [^\s(]+(?:\([^)]*\))?) (?<right>[^\s(]+(?:\([^)]*\))?)(?: [^\s(]+(?:\([^)]*\))?) (?!\k<right>;).+;/gm,
];
const PHYSICAL_STYLE =
  /style=\{\{[^}]*\b(?:left|right|marginLeft|marginRight|paddingLeft|paddingRight):[^}]*\}|\.style\.(?:left|right)\b.*|textAlign: '(?:left|right)'/g;
/** Files that may, each with its reason. */
const MAY: Readonly<Record<string, string>> = {
  'src/web/ui/dialogs/menu.module.css': 'the menu is placed by coordinates of the window',
  'src/web/ui/dialogs/menu.tsx': 'the menu is placed by coordinates of the window',
  'src/web/features/exams/kinds/hotspot-answer.tsx': 'coordinates of a picture, which is never mirrored',
  'src/web/features/exams/kinds/hotspot-picture.tsx': 'coordinates of a picture, which is never mirrored',
};

function physical(file: string): string[] {
  const text = readSource(file);
  const patterns = file.endsWith('.css') ? PHYSICAL : [PHYSICAL_STYLE];
  return patterns.flatMap((pattern) => text.match(pattern) ?? []).map((found) => `${file}: ${found.trim()}`);
}

test('styles say start and end, so that a page can be read from right to left', () => {
  const files = repositoryFiles().filter((file) => /^src\/web\/.*\.(?:css|tsx?)$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !(file in MAY)).flatMap(physical)).toEqual([]);
});

test('every exception is needed', () => {
  expect(Object.keys(MAY).filter((file) => physical(file).length === 0)).toEqual([]);
});
