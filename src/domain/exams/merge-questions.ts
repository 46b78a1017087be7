import { type Choices, type Merged, mergeVersions } from '../merge-versions.ts';

/** A question of a bank, as its form holds it. */
interface Written {
  readonly tags: readonly string[];
  readonly question: {
    readonly kind: string;
    readonly prompt: string;
    readonly points: number;
    readonly explanation: string;
    readonly parameters?: readonly unknown[] | undefined;
  };
}
type Parts = Readonly<Record<string, unknown>>;

/**
 * Unites two versions of a question: its tags, what is asked, the points and the explanation by themselves, what its kind
 * needs as one. Of another kind it is another question, and one field.
 */
export function mergeQuestions<Form extends Written>(
  base: Form,
  mine: Form,
  theirs: Form,
  choices?: Choices,
): Merged<Form> {
  const questions = [base, mine, theirs].map(({ question }) => question);
  const isOneKind = new Set(questions.map(({ kind }) => kind)).size === 1;
  const bound = new Set(questions.flatMap(boundTexts));
  const partsOf = ({ question, tags }: Form): Parts =>
    isOneKind ? { tags, ...inFields(question, bound) } : { tags, question };
  const { conflicts, merged } = mergeVersions(
    partsOf(base),
    partsOf(mine),
    partsOf(theirs),
    choices,
    (path) => path.length === 1,
  );
  const { tags, ...rest } = merged;
  const { answers, question, ...texts } = rest as { answers?: object; question?: object };
  // Put together from parts of the three, which are of one kind.
  return { conflicts, merged: { tags, question: question ?? { ...answers, ...texts } } as Form };
}

/** Texts that mean nothing without the answers beside them: those with numbered gaps, and with numbers that change. */
function boundTexts({ kind, parameters = [] }: Written['question']): string[] {
  if (parameters.length > 0) return ['prompt', 'explanation'];
  return kind === 'gaps' ? ['prompt'] : [];
}

function inFields({ points, ...question }: Written['question'], bound: ReadonlySet<string>): Parts {
  const texts = Object.entries(question).filter(
    ([name]) => ['prompt', 'explanation'].includes(name) && !bound.has(name),
  );
  const alone = new Set(texts.map(([name]) => name));
  const answers = Object.entries(question).filter(([name]) => !alone.has(name));
  return { points, ...Object.fromEntries(texts), answers: Object.fromEntries(answers) };
}
