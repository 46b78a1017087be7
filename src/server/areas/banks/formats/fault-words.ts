import { m } from '../../../../messages/messages.js';

/** What a part of a question is called where its author reads of it. */
const PARTS: Readonly<Record<string, () => string>> = {
  prompt: m.imports_part_prompt,
  points: m.imports_part_points,
  explanation: m.imports_part_explanation,
  answer: m.imports_part_answer,
  tolerance: m.imports_part_tolerance,
  unit: m.imports_part_unit,
};

/** One of several parts, by its number. */
const NUMBERED: Readonly<Record<string, (values: { number: number }) => string>> = {
  options: m.imports_part_option,
  answers: m.imports_part_accepted_answer,
  patterns: m.imports_part_pattern,
  partial: m.imports_part_partial,
  gaps: m.imports_part_gap,
  items: m.imports_part_item,
  categories: m.imports_part_category,
  pairs: m.imports_part_pair,
  wrong: m.imports_part_wrong_choice,
  rubric: m.imports_part_criterion,
  parameters: m.imports_part_variable,
};

/** The sides of a pair. */
const SIDES: Readonly<Record<string, (values: { part: string }) => string>> = {
  left: m.imports_part_left_side,
  right: m.imports_part_right_side,
};

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string | undefined;
}

/** Why a question cannot be stored, in the words of somebody who writes questions. */
export function faultWords(issue?: Issue): string {
  if (!issue) return m.imports_it_cant_be_converted();
  const [part, at, inner] = issue.path;
  const fault = issue.message === m.faults_cant_be_empty() ? m.imports_is_empty() : issue.message;
  if (typeof at === 'number') {
    const named = NUMBERED[String(part)]?.({ number: at + 1 }) ?? `${String(part)} ${at + 1}`;
    return m.imports_part_has_fault({ part: SIDES[String(inner)]?.({ part: named }) ?? named, fault });
  }
  const named = PARTS[String(part)]?.();
  if (named !== undefined) return m.imports_part_has_fault({ part: named, fault });
  // How many there must be is said of the question; all else is a sentence by itself.
  return COUNTED.has(String(issue.code)) ? m.imports_it_has_fault({ fault }) : fault;
}

const COUNTED: ReadonlySet<string> = new Set(['too_small', 'too_big']);
