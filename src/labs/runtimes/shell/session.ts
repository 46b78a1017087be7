import { Bash, type CommandName, getCommandNames, InMemoryFs } from 'just-bash/browser';
import type { LabFiles } from '#domain/labs/lab-spec';
import type { Answer } from '#domain/labs/question';
import { gitCommand, LabClock } from './git/git.ts';
import { FILE_BYTES, LIMITS, limitOf, plainWords } from './limits.ts';
import { SYNTAX_ONLY } from './syntax-only.ts';
import { TAR } from './tar/tar.ts';

const HOME = '/home/user';
const ENVIRONMENT = { HOME, USER: 'user', LANG: 'C.UTF-8', TZ: 'UTC', SHELL: '/usr/bin/bash' };
const LONGEST_OUT = 65_536;
/** They need native code, and a library that package.json replaces by an empty one. */
const ABSENT: ReadonlySet<string> = new Set(['gunzip', 'gzip', 'html-to-markdown', 'zcat']);
const COMMANDS = getCommandNames().filter((name) => !ABSENT.has(name)) as CommandName[];

/** What a command did; with `fault`, which limit ended it. */
export interface Executed extends Pick<Answer, 'error'> {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
}

/** A folder of files, and where one is in it. */
export class Session {
  readonly #fs = new InMemoryFs({}, { maxTotalBytes: FILE_BYTES });
  /** Whether someone reads what is printed. */
  #isTyped = false;
  readonly #clock: LabClock;
  readonly #git;
  #cwd = HOME;
  #variables: Record<string, string> = {};

  constructor(files: LabFiles, clock: LabClock = new LabClock()) {
    this.#clock = clock;
    this.#git = gitCommand(clock, () => this.#isTyped);
    this.#fs.mkdirSync(HOME, { recursive: true });
    this.#fs.mkdirSync('/tmp', { recursive: true });
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  /** The same files in the same places, for another one to change: as old, as closed and as linked as they were. */
  async copy(): Promise<Session> {
    const copy = new Session({}, this.#clock.copy());
    copy.#cwd = this.#cwd;
    const places = new Map<string, string>();
    for (const path of this.#fs.getAllPaths()) {
      if (/^\/(?:dev|proc)(?:\/|$)/.test(path)) continue;
      const { identity = path, isDirectory, isSymbolicLink, mode, mtime } = await this.#fs.lstat(path);
      if (isSymbolicLink) {
        await copy.#fs.symlink(await this.#fs.readlink(path), path);
        continue;
      }
      const twin = places.get(identity);
      if (isDirectory) await copy.#fs.mkdir(path, { recursive: true });
      else if (twin !== undefined) await copy.#fs.link(twin, path);
      else copy.#fs.writeFileSync(path, await this.#fs.readFileBuffer(path));
      places.set(identity, path);
      await copy.#fs.chmod(path, mode);
      await copy.#fs.utimes(path, mtime, mtime);
    }
    return copy;
  }

  /** A file of the lab. What begins with `#!` is a program, so it may be run by its name. */
  write(path: string, text: string): void {
    const mode = text.startsWith('#!') ? 0o755 : 0o644;
    this.#fs.writeFileSync(pathOf(path), text, 'utf8', { mode });
  }

  async read(path: string): Promise<string> {
    return (await this.#fs.readFile(pathOf(path))).slice(0, LONGEST_OUT);
  }

  /** In a shell of its own: where it begins, but neither variables nor functions come from what ran before. */
  async run(script: string, ms: number): Promise<Executed> {
    return (await this.#execute(script, ms)).executed;
  }

  /** As `run`, and what follows begins where it ended. */
  async runAndStay(script: string, ms: number): Promise<Executed> {
    const { env, executed } = await this.#execute(script, ms);
    await this.#goTo(env.PWD);
    return executed;
  }

  /** As if it was typed: variables stay, too. */
  async type(command: string, ms: number): Promise<Executed & { readonly cwd: string }> {
    this.#isTyped = true;
    const { env, executed } = await this.#execute(command, ms, this.#variables);
    const { PWD, ...variables } = env;
    this.#variables = variables;
    await this.#goTo(PWD);
    return { ...executed, cwd: this.#cwd };
  }

  /** Whether a shell that reads lines would wait for another one: a quote, a loop or a here document is open. */
  isUnfinished(command: string): boolean {
    try {
      new Bash({ fs: this.#fs, commands: COMMANDS }).transform(command);
      return false;
    } catch (error) {
      const said = error instanceof Error ? error.message : '';
      // An empty branch is told as if its end had been read.
      const isOpenBranch = /unexpected token `fi'/.test(said) && !/\bfi\b/.test(command);
      return isOpenBranch || /(?:got|unexpected) EOF|unterminated here-document/.test(said);
    }
  }

  async #goTo(folder = HOME): Promise<void> {
    if (await this.#fs.exists(folder)) this.#cwd = folder;
  }

  async #execute(script: string, ms: number, variables: Record<string, string> = {}) {
    if (!(await this.#fs.exists(this.#cwd))) this.#cwd = HOME;
    const bash = new Bash({
      fs: this.#fs,
      cwd: this.#cwd,
      env: { ...ENVIRONMENT, ...variables },
      commands: COMMANDS,
      customCommands: [TAR, this.#git, ...SYNTAX_ONLY],
      executionLimits: { ...LIMITS, maxExecutionTimeMs: ms },
      defenseInDepth: false,
    });
    const { env, exitCode, stderr, stdout } = await bash.exec(script, { rawScript: true });
    const fault = limitOf(exitCode, stderr);
    const executed: Executed = {
      stdout: stdout.slice(0, LONGEST_OUT),
      stderr: plainWords(stderr).slice(0, LONGEST_OUT),
      exit: exitCode,
      ...(fault && { error: fault }),
    };
    return { env, executed };
  }
}

function pathOf(path: string): string {
  return `${HOME}/${path}`;
}
