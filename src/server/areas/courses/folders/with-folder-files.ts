import type { Exam } from '#domain/courses/exam';
import { withPictures } from '#domain/exams/question-pictures';
import { editText } from '#server/markdown/edit-text';
import { linkAddresses } from '#server/markdown/link-addresses';
import { lostMarkup } from '#server/markdown/lost-markup';
import { parseMarkdown } from '#server/markdown/parse-markdown';
import { m } from '../../../../messages/messages.js';
import type { FolderFiles } from '../editing/store-named-files.ts';
import { isRelative } from './address-of-file.ts';
import { withQuestionTexts } from './question-texts.ts';

/** An exam, or anything else that has questions. */
type Asking = Pick<Exam, 'questions'>;

/** An exam whose questions show the pictures and offer the files that the folder holds. */
export function withFolderFiles<Kind extends Asking>(exam: Kind, files: FolderFiles): Kind {
  const named = withQuestionTexts(exam, (text) => {
    if (!text.includes('](') && !text.includes(']:')) return text;
    const edits = linkAddresses(parseMarkdown(text), text).flatMap(({ span, url }) => {
      const address = addressIn(files, url);
      return span === null || address === null ? [] : [{ ...span, text: address }];
    });
    return editText(text, edits);
  });
  return withPictures(named, (src) => addressIn(files, src) ?? src);
}

/** What is lost in the texts of an exam's questions; they stay as they are. */
export function questionLosses(exam: Asking | null, files: FolderFiles): string[] {
  return (exam?.questions ?? []).flatMap((question) =>
    textsOf(question).flatMap(([name, text]) => {
      const tree = parseMarkdown(text);
      const links = linkAddresses(tree, text).filter(
        ({ span, url }) => isRelative(url) && (span === null || addressIn(files, url) === null),
      );
      return [
        ...links.map(({ kind, url }) =>
          kind === 'picture' ? notImported(url, files) : m.reports_link_is_unchanged({ url }),
        ),
        ...lostMarkup(tree, text).map(({ what }) => what),
      ].map((what) => m.reports_in_question({ id: question.id, text: `${name}: ${what}` }));
    }),
  );
}

/** Every text of a question that is shown, by what it is. */
function textsOf(question: Exam['questions'][number]): [string, string][] {
  const texts: [string, string][] = [];
  withQuestionTexts({ questions: [question] }, (text) => {
    const name = ['prompt', 'explanation'].find(
      (each) => question[each as 'prompt' | 'explanation'] === text,
    );
    texts.push([name ?? 'answers', text]);
    return text;
  });
  return texts;
}

/** The address of a kept file. */
export function addressIn(files: FolderFiles, url: string): string | null {
  const file = files.get(url);
  return file && 'address' in file ? file.address : null;
}

export function notImported(url: string, files: FolderFiles): string {
  const file = files.get(url);
  const said = m.reports_picture_is_not_imported({ url });
  return file && 'fault' in file ? `${said}: ${file.fault}` : said;
}
