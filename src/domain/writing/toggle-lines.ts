import { type LineHead, lineHead } from './line-head.ts';
import { linesOf, replaceLines, type Selected, type TextEdit } from './text-edit.ts';

export const LINE_KINDS = ['bullets', 'numbers', 'tasks', 'quote', 'h2', 'h3', 'h4'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** Makes list items, quotes or headings of the lines that are selected, or plain lines where all of them are that already. */
export function toggleLines(selected: Selected, kind: LineKind): TextEdit {
  const { lines } = linesOf(selected);
  const heads = lines.map(lineHead);
  const isSkipped = (line: string) => lines.length > 1 && line.trim() === '';
  const areAll = heads.every((head, index) => isSkipped(lines[index] ?? '') || isOf(head, kind));
  let number = 0;
  const next = heads.map((head, index) => {
    const line = lines[index] ?? '';
    if (isSkipped(line)) return line;
    number += 1;
    return areAll ? without(head, kind) : withKind(head, kind, number);
  });
  return replaceLines(selected, next);
}

function isOf({ heading, marker, quote, task }: LineHead, kind: LineKind): boolean {
  if (kind === 'quote') return quote !== '';
  if (kind === 'bullets') return /^[-*+]$/.test(marker) && task === '';
  if (kind === 'numbers') return /^\d/.test(marker);
  if (kind === 'tasks') return task !== '';
  return heading.trim() === signsOf(kind);
}

function without(head: LineHead, kind: LineKind): string {
  const { gap, heading, indent, marker, quote, task, words } = head;
  if (kind === 'quote')
    return `${quote.replace(/>[ \t]?$/, '')}${indent}${heading}${marker}${gap}${task}${words}`;
  return `${quote}${indent}${words}`;
}

function withKind(
  { gap, heading, indent, marker, quote, task, words }: LineHead,
  kind: LineKind,
  number: number,
): string {
  if (kind === 'quote') return `${quote}> ${indent}${heading}${marker}${gap}${task}${words}`;
  if (kind === 'bullets') return `${quote}${indent}- ${words}`;
  if (kind === 'numbers') return `${quote}${indent}${number}. ${words}`;
  if (kind === 'tasks') return `${quote}${indent}- [ ] ${words}`;
  return `${quote}${signsOf(kind)} ${words}`;
}

function signsOf(kind: 'h2' | 'h3' | 'h4'): string {
  return '#'.repeat(Number(kind.slice(1)));
}
