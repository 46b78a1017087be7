import type { Diagnostic as Mark } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { Diagnostic, Verdict } from '#domain/labs/verdict';

/** What is wrong in a file, at its place; lines that are gone meanwhile are marked at the end. */
export function marksOf(
  doc: Text,
  file: string,
  diagnostics: readonly Diagnostic[],
  verdict: Verdict | null,
): Mark[] {
  const place = (line: number, column: number) => {
    const at = doc.line(Math.min(Math.max(1, line), doc.lines));
    return Math.min(at.from + Math.max(0, column - 1), at.to);
  };
  const types = diagnostics
    .filter((one) => one.file === file)
    .map(({ column, endColumn, endLine, line, message }) => {
      const from = place(line, column);
      return { from, to: Math.max(from, place(endLine, endColumn)), severity: 'error' as const, message };
    });
  const thrown = (verdict?.results ?? [])
    .filter((one) => !one.ok && one.file === file && one.line !== undefined)
    .map(({ actual = '', line = 1, name }) => {
      const at = doc.line(Math.min(Math.max(1, line), doc.lines));
      return { from: at.from, to: at.to, severity: 'info' as const, message: `${name}\n${actual}` };
    });
  return [...types, ...thrown].sort((one, other) => one.from - other.from);
}
