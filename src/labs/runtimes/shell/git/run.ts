import type { ExecResult } from 'just-bash/browser';
import type { Files } from './store/objects.ts';
import { Repository, type Surroundings } from './store/repository.ts';
import { Ended, fatal } from './store/said.ts';

/** One call of `git`. */
export class Run {
  readonly fs: Files;
  readonly cwd: string;
  readonly around: Surroundings;
  readonly stdin: string;
  out = '';
  errors = '';
  #repository: Promise<Repository> | undefined;
  readonly #exec: ((command: string, cwd: string) => Promise<ExecResult>) | undefined;

  constructor(
    fs: Files,
    cwd: string,
    around: Surroundings,
    { exec, stdin }: { exec?: (command: string, cwd: string) => Promise<ExecResult>; stdin: string },
  ) {
    this.fs = fs;
    this.cwd = cwd;
    this.around = around;
    this.stdin = stdin;
    this.#exec = exec;
  }

  repository(): Promise<Repository> {
    this.#repository ??= Repository.find(this.fs, this.cwd, this.around);
    return this.#repository;
  }

  print(text: string): void {
    this.out += text;
  }

  warn(text: string): void {
    this.errors += text;
  }

  /** Runs a command of the shell where the repository is. */
  async exec(command: string): Promise<number> {
    const { root } = await this.repository();
    const { exitCode, stderr = '', stdout = '' } = (await this.#exec?.(command, root)) ?? { exitCode: 127 };
    this.print(stdout);
    this.warn(stderr);
    return exitCode;
  }

  /** Lets the learner's editor change a file of Git's folder: the command of a variable, as there is no `vi`. */
  async edit(name: string, kind: 'message' | 'todo'): Promise<void> {
    const { env } = this.around;
    const repository = await this.repository();
    const todo = kind === 'todo' ? env.get('GIT_SEQUENCE_EDITOR') : undefined;
    const setting = kind === 'todo' ? await repository.setting('sequence.editor') : undefined;
    const editor =
      todo ??
      setting ??
      env.get('GIT_EDITOR') ??
      (await repository.setting('core.editor')) ??
      env.get('VISUAL') ??
      env.get('EDITOR');
    if (editor === undefined)
      throw new Ended(
        'error: there is no editor here. Give a command that changes the file that is named after it:\n' +
          `${kind === 'todo' ? 'GIT_SEQUENCE_EDITOR' : 'GIT_EDITOR'}='cp ~/my-${kind}' git ...\n`,
        1,
      );
    if (editor === ':' || editor === 'true') return;
    const code = await this.exec(`${editor} '${repository.folder}/${name}'`);
    if (code !== 0) throw new Ended(`error: there was a problem with the editor '${editor}'\n`, 1);
  }

  /** A path from the folder of the work: what a learner names is meant from where they are. */
  async path(named: string): Promise<string> {
    const { root } = await this.repository();
    const full = this.fs.resolvePath(this.cwd, named);
    if (full === root) return '';
    const prefix = root === '/' ? '/' : `${root}/`;
    if (!full.startsWith(prefix)) throw fatal(`${named}: '${named}' is outside repository at '${root}'`);
    return full.slice(prefix.length);
  }

  async paths(named: readonly string[]): Promise<string[]> {
    const paths: string[] = [];
    for (const each of named) paths.push(await this.path(each));
    return paths;
  }

  /** A path as it is said where the learner is. */
  async relative(path: string): Promise<string> {
    const { root } = await this.repository();
    const here = this.cwd
      .slice(root.length)
      .split('/')
      .filter((part) => part !== '');
    const there = path.split('/');
    let same = 0;
    while (same < here.length && same < there.length - 1 && here[same] === there[same]) same += 1;
    return [...here.slice(same).map(() => '..'), ...there.slice(same)].join('/');
  }
}

/** Answers the exit code; nothing is 0. */
export type Command = (run: Run, args: readonly string[]) => Promise<number | undefined>;
