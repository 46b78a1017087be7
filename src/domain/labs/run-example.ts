import type { ExampleLanguage } from './examples.ts';
import type { LabFiles } from './lab-spec.ts';
import type { Instruments } from './player.ts';
import { type Answer, type Fault, limitTime, type Queried, type Question } from './question.ts';
import {
  engineFault,
  GarbledAnswer,
  readAnswer,
  readCommanded,
  readRan,
  readResults,
} from './read-answer.ts';
import type { Diagnostic } from './verdict.ts';

/** A piece of code that readers of a text can edit and run. */
export interface Example {
  readonly language: ExampleLanguage;
  readonly code: string;
  /** Run before it, in this order. */
  readonly setup: readonly string[];
}

/** What came of an example. */
export interface ExampleOutput {
  /** What it printed; in SQL what the server noticed. */
  readonly out: string;
  /** What it printed as an error, an uncaught one included. */
  readonly stderr: string;
  readonly fault?: Fault;
  /** In SQL what each statement gave. */
  readonly results: readonly Queried[];
  /** What is wrong with its types; it ran all the same. */
  readonly diagnostics: readonly Diagnostic[];
  /** In HTML the page to show; missing if its code went beyond a limit. */
  readonly page?: string;
}

/** So many seconds a reader waits for an example. */
export const EXAMPLE_SECONDS = 5;

/** The name of the file that an example is, for those who read its errors. */
export const exampleFile = (language: ExampleLanguage): string => `example.${language}`;

const AFTER_SETUP = 'start.py';
const AFTER_SETUP_CODE = `from setup import *
exec(compile(open("example.py", encoding="utf-8").read(), "/work/example.py", "exec"))
`;

/** Runs an example in a player of its own; `onPrinted` hears what it prints meanwhile. Rejects when none can be had. */
export async function runExample(
  { code, language, setup }: Example,
  { compile, open }: Instruments,
  onPrinted?: (text: string) => void,
): Promise<ExampleOutput> {
  const compiled = language === 'ts' ? await compile?.({ [exampleFile('ts')]: code }, 'strict') : undefined;
  const nothing = { out: '', stderr: '', results: [], diagnostics: compiled?.diagnostics ?? [] };
  const files = compiled?.files ?? filesOf({ code, language, setup });
  const player = await open();
  const ask = async (question: Question) =>
    readAnswer(await player.ask(limitTime(question, EXAMPLE_SECONDS), onPrinted));
  try {
    for (const question of preparing(files, language === 'py' ? [] : setup)) {
      const { error } = await ask(question);
      // A line of the setup is none of the example.
      if (error) return { ...nothing, fault: { name: error.name, message: error.message } };
    }
    const reported = outputOf(await ask(asking(files, language, code)), language);
    const isShown = language === 'html' && !(reported.fault && engineFault(reported.fault));
    return { ...nothing, ...reported, ...(isShown && { page: code }) };
  } catch (error) {
    if (error instanceof GarbledAnswer) return { ...nothing, fault: { name: 'Garbled', message: '' } };
    throw error;
  } finally {
    await player.close();
  }
}

function preparing(files: LabFiles, setup: readonly string[]): Question[] {
  return [{ op: 'load', files }, ...setup.map((code) => ({ op: 'setup', code }) as const)];
}

function asking(files: LabFiles, language: ExampleLanguage, code: string): Question {
  if (language === 'sql') return { op: 'query', sql: code };
  if (language === 'sh') return { op: 'sh', command: code };
  if (language === 'html')
    return { op: 'dom', page: exampleFile('html'), steps: [], select: 'body', read: 'count' };
  return { op: 'run', file: startOf(files, language), stdin: '', argv: [] };
}

/** A program in Python begins with all that its setup has named, and with the files that it wrote. */
function filesOf({ code, language, setup }: Example): LabFiles {
  // A shell lists what is there: commands find nothing but what they make.
  if (language === 'sh') return {};
  const own = { [exampleFile(language)]: code };
  return language === 'py' && setup.length > 0
    ? { ...own, 'setup.py': setup.join('\n\n'), [AFTER_SETUP]: AFTER_SETUP_CODE }
    : own;
}

/** The file to run: TypeScript runs as the JavaScript that it becomes. */
function startOf(files: LabFiles, language: ExampleLanguage): string {
  if (AFTER_SETUP in files) return AFTER_SETUP;
  return exampleFile(language === 'ts' ? 'js' : language);
}

function outputOf({ error, out = '', value }: Answer, language: ExampleLanguage): Partial<ExampleOutput> {
  if (error) return { out, fault: error };
  if (language === 'html') return { out };
  if (language === 'sql') return { out, results: readResults(value) };
  if (language === 'sh') {
    const { stderr, stdout } = readCommanded(value);
    return { out: stdout, stderr };
  }
  const { fault, stderr } = readRan(value);
  return { out, stderr, ...(fault && { fault }) };
}
