import type { Exam } from '#domain/courses/exam';
import { kindOf } from '#domain/exams/kinds/kinds';
import { renderMarkdown } from '#server/markdown/render-markdown';

/** The HTML of every Markdown text of an exam, by its text. */
export async function renderExam({ questions }: Pick<Exam, 'questions'>): Promise<Record<string, string>> {
  const texts = questions.flatMap((question) => {
    const { choices, places } = kindOf(question).toPaper(question, '');
    const inner = places.flatMap((place) => [place.text, ...place.choices.map(({ text }) => text)]);
    return [question.prompt, question.explanation, ...choices.map(({ text }) => text), ...inner];
  });
  const sources = [...new Set(texts)];
  const html = await renderMarkdown(sources);
  return Object.fromEntries(sources.map((source, index) => [source, html[index] ?? '']));
}
