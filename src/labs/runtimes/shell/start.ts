import type { LabFiles } from '#domain/labs/lab-spec';
import type { Answer, Commanded, Fault, TimedQuestion } from '#domain/labs/question';
import type { Runtime } from '../../runtime.ts';
import { type Executed, Session } from './session.ts';

/** A bash in TypeScript over files in memory. It has no processes, no network, and no files but its own. */
export function startShell(): Runtime {
  return new Shell();
}

class Shell implements Runtime {
  #files: LabFiles = {};
  /** The files as they were set up; each command has a copy. */
  #prepared = new Session({});
  /** What the last question left; `read` looks there. */
  #session = this.#prepared;
  /** What is typed has files of its own. */
  #terminal: { readonly session: Session; files: LabFiles } | undefined;

  async ask({ ms, ...question }: TimedQuestion): Promise<Answer> {
    try {
      switch (question.op) {
        case 'load':
          this.#files = question.files;
          this.#prepared = new Session(question.files);
          this.#session = this.#prepared;
          this.#terminal = undefined;
          return { value: null };
        case 'setup':
          return await this.#setUp(question.code, ms);
        case 'sh':
          return await this.#command(question, ms);
        case 'read':
          return { value: await this.#session.read(question.path) };
        case 'type':
          return await this.#type(question.command, question.files, ms);
        default:
          return { error: { name: 'Error', message: `A shell cannot answer "${question.op}"` } };
      }
    } catch (error) {
      return { error: faultOf(error) };
    }
  }

  async #setUp(code: string, ms: number): Promise<Answer> {
    const done = await this.#prepared.runAndStay(code, ms);
    if (done.error) return { error: done.error };
    if (done.exit !== 0) return { error: { name: 'Error', message: `setup: ${done.stderr}` } };
    return { value: null };
  }

  async #command({ command, file }: { command: string; file?: string }, ms: number): Promise<Answer> {
    const until = Date.now() + ms;
    // What an earlier command did is undone.
    this.#session = await this.#prepared.copy();
    let out = '';
    if (file !== undefined) {
      const ran = await this.#session.run(`bash ${quoted(`${HOME}/${file}`)}`, left(until));
      out = printed(ran);
      if (ran.error) return { error: ran.error, out };
    }
    const { error, ...done } = await this.#session.run(command, left(until));
    if (error) return { error, out: out + printed(done) };
    return { value: done satisfies Commanded, ...(out && { out }) };
  }

  /** Files that were changed in the editor since are changed here as well. */
  async #type(command: string, files: LabFiles, ms: number): Promise<Answer> {
    this.#terminal ??= { session: await this.#prepared.copy(), files: this.#files };
    const { files: before, session } = this.#terminal;
    for (const [path, text] of Object.entries(files)) if (before[path] !== text) session.write(path, text);
    this.#terminal.files = files;
    if (session.isUnfinished(command)) return { value: { isUnfinished: true } };
    const { error, ...done } = await session.type(command, ms);
    return error ? { error, out: printed(done) } : { value: done };
  }
}

const HOME = '/home/user';

function left(until: number): number {
  return Math.max(1, until - Date.now());
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function printed({ stderr, stdout }: Pick<Executed, 'stderr' | 'stdout'>): string {
  return stdout + stderr;
}

/** The shell's own errors are exit codes; what is thrown is the machine's. */
function faultOf(error: unknown): Fault {
  const message = error instanceof Error ? error.message : '';
  if (error instanceof RangeError && /call stack/i.test(message)) return { name: 'TooDeep', message };
  if (/ENOENT|EISDIR|ENOTDIR/.test(message)) return { name: 'Error', message };
  if (/ENOSPC/.test(message)) return { name: 'TooMuch', message: '' };
  return { name: 'Died', message };
}
