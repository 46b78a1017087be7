import { picturesOf } from '#domain/exams/question-pictures';
import { storeNamedFiles } from '#server/areas/courses/editing/store-named-files';
import { isRelative } from '#server/areas/courses/folders/address-of-file';
import { questionTexts } from '#server/areas/courses/folders/question-texts';
import { questionLosses, withFolderFiles } from '#server/areas/courses/folders/with-folder-files';
import { linkAddresses } from '#server/markdown/link-addresses';
import { parseMarkdown } from '#server/markdown/parse-markdown';
import type { Services } from '#server/services';
import type { BankFile } from '../formats/bank-file.ts';

/**
 * Keeps the pictures and files that the questions of a bank name beside its file, and names them by their addresses.
 * Throws a FolderError where a question asks about a picture that cannot be kept.
 */
export async function storeBankFiles(
  services: Pick<Services, 'clock' | 'db' | 'storage'>,
  directory: string,
  { bank, name }: { readonly bank: BankFile; readonly name: string },
): Promise<{ bank: BankFile; warnings: readonly string[] }> {
  const exam = { questions: bank.questions.map(({ question }) => question) };
  const asked = picturesOf(exam).filter((src) => isRelative(src));
  const named = questionTexts(exam)
    .filter((text) => /\]\s*[(:]/.test(text))
    .flatMap((text) => linkAddresses(parseMarkdown(text), text).map(({ url }) => url))
    .filter((url) => isRelative(url));
  const { files } = await storeNamedFiles(services, directory, { asked, named, place: name });
  const { questions } = withFolderFiles(exam, files);
  return {
    bank: {
      ...bank,
      questions: bank.questions.map((form, at) => ({ ...form, question: questions[at] ?? form.question })),
    },
    warnings: questionLosses(exam, files).map((said) => `${name}: ${said}`),
  };
}
