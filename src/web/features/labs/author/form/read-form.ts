import { isMap, LineCounter, parseDocument } from 'yaml';
import { CHECK_KINDS, type CheckKind } from '../templates.ts';
import { flowOf } from './edit-yaml.ts';

/** A check as `lab.yaml` says it, to be shown in fields. */
export interface FormCheck {
  readonly kind: CheckKind | null;
  readonly values: Readonly<Record<string, unknown>>;
  /** How each value is written, in one line. */
  readonly written: Readonly<Record<string, string>>;
  /** Its first line and the one behind its last. */
  readonly lines: readonly [number, number];
}

export interface LabForm {
  readonly checks: readonly FormCheck[];
  readonly hints: readonly string[];
}

const KINDS = new Set<string>(Object.values(CHECK_KINDS).flat());

/** What a form can show of `lab.yaml`; null where it can't be read, so only its text can be edited. */
export function readForm(text: string): LabForm | null {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  if (document.errors.length > 0 || (document.contents && !isMap(document.contents))) return null;
  const { checks = [], hints = [] } = (plainOf(document) ?? {}) as { checks?: unknown; hints?: unknown };
  if (!isList(checks) || !isList(hints) || !hints.every((hint) => typeof hint === 'string')) return null;
  const read = checks.map((values, at): FormCheck | null => {
    const node = document.getIn(['checks', at], true);
    if (!isMap(node) || !node.range || typeof values !== 'object' || values === null) return null;
    const [from, to] = node.range;
    const written = Object.entries(values).map(([key, value]) => {
      const range = (node.get(key, true) as { range?: [number, number] } | undefined)?.range;
      const own = range ? text.slice(range[0], range[1]) : '';
      return [key, own === '' || own.includes('\n') ? flowOf(value) : own] as const;
    });
    return {
      kind: (Object.keys(values).find((key) => KINDS.has(key)) ?? null) as CheckKind | null,
      values: values as Record<string, unknown>,
      written: Object.fromEntries(written),
      lines: [lines.linePos(from).line, lines.linePos(to).line],
    };
  });
  return read.every((check) => check !== null) ? { checks: read, hints } : null;
}

/** What a text in YAML says, or that it says nothing that can be read. */
export function readValue(text: string): { value: unknown } | null {
  const document = parseDocument(text);
  if (document.errors.length > 0) return null;
  const value = plainOf(document);
  return value === undefined ? null : { value };
}

function plainOf(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 });
  } catch {
    // An alias that leads nowhere.
    return undefined;
  }
}

/** What a key that is left out or empty says, too. */
function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}
