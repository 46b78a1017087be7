import type { Exam } from '#domain/courses/exam';
import { kindOf } from '#domain/exams/kinds/kinds';
import { renderMarkdown } from '#server/markdown/render-markdown';

/** The HTML of every Markdown text of an exam, by its text; what is `known` is not rendered again. */
export async function renderExam(
  { questions }: Pick<Exam, 'questions'>,
  known: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const texts = questions.flatMap((question) => {
    const { choices, places } = kindOf(question).toPaper(question, '');
    const inner = places.flatMap((place) => [place.text, ...place.choices.map(({ text }) => text)]);
    return [question.prompt, question.explanation, ...choices.map(({ text }) => text), ...inner];
  });
  const sources = [...new Set(texts)];
  const unknown = sources.filter((source) => !Object.hasOwn(known, source));
  const html = await renderMarkdown(unknown);
  const rendered = new Map(unknown.map((source, index) => [source, html[index] ?? '']));
  return Object.fromEntries(sources.map((source) => [source, rendered.get(source) ?? known[source] ?? '']));
}
