import type { Exam } from '#domain/courses/exam';

/** Fields of questions that are compared with answers and never shown as they are. */
const NO_TEXTS = new Set([
  'answer',
  'answers',
  'code',
  'id',
  'kind',
  'lesson',
  'patterns',
  'pattern',
  'picture',
  'tags',
]);

/** An exam, or anything else that has questions. */
type Asking = Pick<Exam, 'questions'>;

/** Every Markdown text of an exam's questions: prompts, explanations, what can be chosen. */
export function questionTexts(exam: Asking | null): string[] {
  const texts: string[] = [];
  if (exam)
    withQuestionTexts(exam, (text) => {
      texts.push(text);
      return text;
    });
  return texts;
}

/** The same exam with every Markdown text of its questions replaced. */
export function withQuestionTexts<Kind extends Asking>(exam: Kind, say: (text: string) => string): Kind {
  return { ...exam, questions: exam.questions.map((question) => mapTexts(question, say)) };
}

function mapTexts<Value>(value: Value, say: (text: string) => string): Value {
  if (typeof value === 'string') return say(value) as Value & string;
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, say)) as Value & unknown[];
  if (typeof value !== 'object' || value === null) return value;
  const mapped = Object.entries(value).map(([name, each]) => [
    name,
    NO_TEXTS.has(name) ? each : mapTexts(each, say),
  ]);
  return Object.fromEntries(mapped) as Value;
}
