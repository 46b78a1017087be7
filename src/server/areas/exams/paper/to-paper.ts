import type { PaperQuestion } from '#contract/exams/exams';
import type { Exam } from '#domain/courses/exam';
import type { Choice } from '#domain/exams/kinds/kind';
import { kindOf } from '#domain/exams/kinds/kinds';
import { shuffled } from '#domain/exams/scramble';

/** The questions as a candidate may see them. `id` is the attempt's; it decides every order that is not the author's. */
export function toPaper(
  { questions, settings }: Exam,
  { html, id: seed }: { readonly id: string; readonly html: Readonly<Record<string, string>> },
): PaperQuestion[] {
  const drawn = ({ id, text }: Choice) => ({ id, html: html[text] ?? '' });
  const paper = questions.map((question) => {
    const { choices, places, upload, ...rest } = kindOf(question).toPaper(question, seed);
    return {
      id: question.id,
      kind: question.kind,
      html: html[question.prompt] ?? '',
      points: question.points,
      ...rest,
      upload: upload && { ...upload, endings: [...upload.endings] },
      choices: (settings.shuffle ? inOrderOf(choices, seed) : choices).map(drawn),
      places: places.map(({ choices, isNumber, ...place }) => ({
        ...drawn(place),
        choices: choices.map(drawn),
        ...(isNumber && { isNumber }),
      })),
    };
  });
  return settings.shuffle ? inOrderOf(paper, seed) : paper;
}

function inOrderOf<Named extends { readonly id: string }>(all: readonly Named[], seed: string): Named[] {
  const byId = new Map(all.map((each) => [each.id, each]));
  return shuffled([...byId.keys()], seed).flatMap((id) => byId.get(id) ?? []);
}
