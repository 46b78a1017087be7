import { picturesOf } from '#domain/exams/question-pictures';
import {
  type Named,
  namedFilesFaults,
  storeNamedFiles,
} from '#server/areas/courses/editing/store-named-files';
import { isRelative } from '#server/areas/courses/folders/address-of-file';
import { questionTexts } from '#server/areas/courses/folders/question-texts';
import { questionLosses, withFolderFiles } from '#server/areas/courses/folders/with-folder-files';
import { linkAddresses } from '#server/markdown/link-addresses';
import { parseMarkdown } from '#server/markdown/parse-markdown';
import type { Services } from '#server/services';
import type { BankFile } from '../formats/bank-file.ts';

interface NamedBank {
  readonly bank: BankFile;
  /** Of its file. */
  readonly name: string;
}

/**
 * Keeps the pictures and files that the questions of a bank name beside its file, and names them by their addresses.
 * Throws a FolderError where a question asks about a picture that cannot be kept.
 */
export async function storeBankFiles(
  services: Pick<Services, 'clock' | 'db' | 'storage'>,
  directory: string,
  { bank, name }: NamedBank,
): Promise<{ bank: BankFile; warnings: readonly string[] }> {
  const exam = examOf(bank);
  const { files } = await storeNamedFiles(services, directory, filesOf({ bank, name }));
  const { questions } = withFolderFiles(exam, files);
  return {
    bank: {
      ...bank,
      questions: bank.questions.map((form, at) => ({ ...form, question: questions[at] ?? form.question })),
    },
    warnings: questionLosses(exam, files).map((said) => `${name}: ${said}`),
  };
}

/** Everything for which `storeBankFiles` would throw a FolderError, in words. Nothing is kept. */
export function bankFilesFaults(services: Services, directory: string, bank: NamedBank): Promise<string[]> {
  return namedFilesFaults(services, directory, filesOf(bank));
}

function filesOf({ bank, name }: NamedBank): Named {
  const exam = examOf(bank);
  const named = questionTexts(exam)
    .filter((text) => /\]\s*[(:]/.test(text))
    .flatMap((text) => linkAddresses(parseMarkdown(text), text).map(({ url }) => url))
    .filter((url) => isRelative(url));
  return { asked: picturesOf(exam).filter((src) => isRelative(src)), named, place: name };
}

function examOf({ questions }: BankFile) {
  return { questions: questions.map(({ question }) => question) };
}
