import { type CommandContext, defineCommand, type ExecResult } from 'just-bash/browser';
import { bisect } from './commands/bisecting.ts';
import { branch, checkout, switchTo } from './commands/branching.ts';
import { fsck } from './commands/checking.ts';
import { commit } from './commands/committing.ts';
import { catFile, diff, show } from './commands/comparing.ts';
import {
  forEachRef,
  hashObject,
  lsFiles,
  lsTree,
  mergeBase,
  reflog,
  revParse,
  showRef,
  symbolicRef,
} from './commands/inspecting.ts';
import { log, revList } from './commands/logging.ts';
import { merge } from './commands/merging.ts';
import { cherryPick, revert } from './commands/picking.ts';
import { rebase } from './commands/rebasing.ts';
import { reset, restore } from './commands/restoring.ts';
import { config, init } from './commands/setting-up.ts';
import { add, mv, rm } from './commands/staging.ts';
import { stash } from './commands/stashing.ts';
import { status } from './commands/status.ts';
import { tag } from './commands/tagging.ts';
import { type Command, Run } from './run.ts';
import type { Surroundings } from './store/repository.ts';
import { Ended, fatal } from './store/said.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  add,
  bisect,
  branch,
  'cat-file': catFile,
  checkout,
  'cherry-pick': cherryPick,
  commit,
  config,
  diff,
  'for-each-ref': forEachRef,
  fsck,
  'hash-object': hashObject,
  init,
  log,
  'ls-files': lsFiles,
  'ls-tree': lsTree,
  merge,
  'merge-base': mergeBase,
  mv,
  rebase,
  reflog,
  reset,
  restore,
  'rev-list': revList,
  'rev-parse': revParse,
  revert,
  rm,
  show,
  'show-ref': showRef,
  stash,
  status,
  switch: switchTo,
  'symbolic-ref': symbolicRef,
  tag,
};

const decoder = new TextDecoder();

/** When the first command of a lab was run: 1 January 2026, 9:00. */
const BEGINNING = Date.UTC(2026, 0, 1, 9) / 1000;

/** The clock of a lab: each call of `git` is a minute after the one before, so that the same commands give the same objects. */
export class LabClock {
  #calls: number;

  constructor(calls = 0) {
    this.#calls = calls;
  }

  copy(): LabClock {
    return new LabClock(this.#calls);
  }

  tick(): number {
    this.#calls += 1;
    return BEGINNING + 60 * (this.#calls - 1);
  }
}

/** `git` over the files of the shell. */
export function gitCommand(clock: LabClock, isTerminal: () => boolean) {
  return defineCommand('git', async (args, context) => {
    const now = clock.tick();
    return call(args, context, { env: context.env, now: () => now, isTerminal: isTerminal() });
  });
}

async function call(
  args: readonly string[],
  context: CommandContext,
  around: Surroundings,
): Promise<ExecResult> {
  const { exec, fs } = context;
  let [cwd, words] = [context.cwd, [...args]];
  while (words[0] === '-C' && words[1] !== undefined) {
    cwd = fs.resolvePath(cwd, words[1]);
    words = words.slice(2);
  }
  while (words[0] === '--no-pager') words = words.slice(1);
  const env = Object.fromEntries(around.env);
  const run = new Run(fs, cwd, around, {
    stdin: decoded(context.stdin),
    ...(exec && { exec: (command, folder) => exec(command, { cwd: folder, env }) }),
  });
  const [name, ...rest] = words;
  try {
    if (name === undefined || name === 'help' || name === '--help') throw new Ended(list(), 1);
    if (name === '--version' || name === 'version')
      return { stdout: 'git version 2.39.5 (Lectern)\n', stderr: '', exitCode: 0 };
    if (!(await fs.exists(cwd))) throw fatal(`cannot change to '${cwd}': No such file or directory`);
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new Ended(`git: '${name}' is not available here.\n${list()}`, 1);
    const exitCode = (await command(run, rest)) ?? 0;
    return { stdout: run.out, stderr: run.errors, exitCode };
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    return { stdout: run.out + error.out, stderr: run.errors + error.said, exitCode: error.exit };
  }
}

/** The shell hands on bytes as letters up to 255. */
function decoded(stdin: unknown): string {
  return decoder.decode(Uint8Array.from(String(stdin), (char) => char.charCodeAt(0)));
}

function list(): string {
  return `Here git has: ${Object.keys(COMMANDS).join(' ')}\n`;
}
