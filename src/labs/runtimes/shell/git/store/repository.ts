import { Config } from './config.ts';
import { type Commit, type Entry, type Person, writeCommit } from './formats.ts';
import { type Index, readIndex, writeIndex } from './index-file.ts';
import { type Files, Objects } from './objects.ts';
import { Refs } from './refs.ts';
import { Ended, fatal } from './said.ts';

/** What surrounds a command: variables of the shell, the clock of the lab, and where lines go. */
export interface Surroundings {
  readonly env: ReadonlyMap<string, string>;
  readonly now: () => number;
  /** Whether someone reads what is printed: names of branches are shown then. */
  readonly isTerminal: boolean;
}

/** A repository with a folder of work. */
export class Repository {
  readonly fs: Files;
  /** The folder of the work. */
  readonly root: string;
  readonly folder: string;
  readonly objects: Objects;
  readonly refs: Refs;
  readonly config: Config;
  readonly #around: Surroundings;

  constructor(fs: Files, root: string, around: Surroundings) {
    this.fs = fs;
    this.root = root;
    this.folder = `${root === '/' ? '' : root}/.git`;
    this.objects = new Objects(fs, this.folder);
    this.refs = new Refs(fs, this.folder);
    this.config = new Config(fs, `${this.folder}/config`);
    this.#around = around;
  }

  /** The one that a folder is in. */
  static async find(fs: Files, cwd: string, around: Surroundings): Promise<Repository> {
    for (let folder = cwd; ; folder = fs.resolvePath(folder, '..')) {
      const repository = new Repository(fs, folder, around);
      if (await fs.exists(`${repository.folder}/HEAD`)) return repository;
      if (folder === '/') break;
    }
    throw fatal('not a git repository (or any of the parent directories): .git');
  }

  index(): Promise<Index> {
    return readIndex(this.fs, this.folder);
  }

  writeIndex(index: Index): Promise<void> {
    return writeIndex(this.fs, this.folder, index);
  }

  /** A setting of the repository, or else of the home folder. */
  async setting(name: string): Promise<string | undefined> {
    const key = name.toLowerCase();
    const own = (await this.config.read()).get(key);
    return own ?? (await globalConfig(this.fs, this.#around.env).read()).get(key);
  }

  async author(): Promise<Person> {
    return this.#person('AUTHOR');
  }

  async committer(): Promise<Person> {
    return this.#person('COMMITTER');
  }

  async #person(role: string): Promise<Person> {
    const { env, now } = this.#around;
    const name = env.get(`GIT_${role}_NAME`) ?? (await this.setting('user.name')) ?? 'Learner';
    const email = env.get(`GIT_${role}_EMAIL`) ?? (await this.setting('user.email')) ?? 'learner@example.com';
    const [, seconds, zone] = /^@?(\d+) ([+-]\d{4})$/.exec(env.get(`GIT_${role}_DATE`) ?? '') ?? [];
    return { name, email, seconds: seconds === undefined ? now() : Number(seconds), zone: zone ?? '+0000' };
  }

  async writeCommit(commit: Commit): Promise<string> {
    return this.objects.write('commit', writeCommit(commit));
  }

  /** Moves HEAD, and the branch that it stands for, and notes why. */
  async moveHead(oid: string, message: string): Promise<void> {
    await this.refs.write('HEAD', oid, { by: await this.committer(), message });
  }

  /** Puts HEAD on a branch or on a commit. */
  async attachHead(target: string, oid: string, message: string): Promise<void> {
    const before = (await this.refs.read('HEAD')) ?? '0'.repeat(40);
    await this.refs.setHead(target);
    await this.refs.note('HEAD', { before, after: oid, by: await this.committer(), message });
  }

  async headCommit(): Promise<string> {
    const oid = await this.refs.read('HEAD');
    if (oid === undefined) throw fatal("ambiguous argument 'HEAD': there is no commit yet");
    return oid;
  }

  /** The files of HEAD; none before the first commit. */
  async headFiles(): Promise<Map<string, Entry>> {
    const oid = await this.refs.read('HEAD');
    return oid === undefined ? new Map() : this.filesOf(oid);
  }

  async filesOf(commit: string): Promise<Map<string, Entry>> {
    return this.objects.snapshot((await this.objects.commit(commit)).tree);
  }

  /** The tree of the index; a conflict has none. */
  async indexTree(index: Index): Promise<string> {
    if (index.unmerged.size > 0) throw new Ended('error: you need to resolve your current index first\n', 1);
    return this.objects.writeSnapshot(index.entries);
  }

  /** A file of Git's own folder, as `MERGE_HEAD`. */
  async state(name: string): Promise<string | undefined> {
    const path = `${this.folder}/${name}`;
    return (await this.fs.exists(path)) ? (await this.fs.readFile(path)).replace(/\n$/, '') : undefined;
  }

  async setState(name: string, text: string | undefined): Promise<void> {
    const path = `${this.folder}/${name}`;
    if (text === undefined) await this.fs.rm(path, { force: true, recursive: true });
    else {
      await this.fs.mkdir(path.slice(0, path.lastIndexOf('/')), { recursive: true });
      await this.fs.writeFile(path, text === '' || text.endsWith('\n') ? text : `${text}\n`);
    }
  }
}

export function globalConfig(fs: Files, env: ReadonlyMap<string, string>): Config {
  return new Config(fs, `${env.get('HOME') ?? '/home/user'}/.gitconfig`);
}
