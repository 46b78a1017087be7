import { type Document, LineCounter, parseDocument, stringify } from 'yaml';
import { z } from 'zod';
import { writtenCheck } from '#contract/courses/written-check';
import { yamlFaults } from '#contract/courses/yaml-words';
import type { WrittenCheck } from '#domain/labs/written-check';
import { m } from '#web/lib/messages.ts';

/** What cannot be read is kept as it stands, as a check that no schema takes. */
const DRAFT = 'draft';

export interface CheckFault {
  readonly line: number;
  readonly said: string;
}

/** The checks that a text says, and what is wrong with it, each fault with its line. */
export function readChecks(text: string): { checks: WrittenCheck[]; faults: CheckFault[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const unread = { checks: [{ [DRAFT]: text }] };
  if (document.errors.length > 0) return { ...unread, faults: yamlFaults(text, document.errors) };
  const value = readValue(document);
  if (value === undefined) return { ...unread, faults: [{ line: 1, said: m.yaml_alias_leads_nowhere() }] };
  const read = z.array(writtenCheck).safeParse(value ?? []);
  if (read.success) return { checks: [...read.data], faults: [] };
  const offsetOf = (path: readonly unknown[]): number => {
    const node: unknown = document.getIn(path, true);
    const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null;
    if (Array.isArray(range)) return Number(range[0]);
    return path.length === 0 ? 0 : offsetOf(path.slice(0, -1));
  };
  return {
    ...unread,
    faults: read.error.issues.map(({ message, path }) => {
      const name = path.slice(1).join('.');
      return { line: lineAt(offsetOf(path)), said: name === '' ? message : `${name}: ${message}` };
    }),
  };
}

function readValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 });
  } catch {
    // Aliases that lead nowhere, or that make far more of a text than stands there.
    return undefined;
  }
}

/** Checks as a text. */
export function writeChecks(checks: readonly WrittenCheck[]): string {
  const draft = draftOf(checks);
  if (draft !== null) return draft;
  return checks.length === 0 ? '' : stringify(checks, { lineWidth: 0 });
}

/** The text that could not be read; null where there is none. */
function draftOf([first]: readonly WrittenCheck[]): string | null {
  const text = first?.[DRAFT];
  return typeof text === 'string' ? text : null;
}
