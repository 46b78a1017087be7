import { bestHalf, stepsLeft } from '../history/halving.ts';
import { subjectLine } from '../history/pretty.ts';
import { resolveCommit, tryResolve } from '../history/revisions.ts';
import { isAncestor, mergeBases, walk } from '../history/walk.ts';
import { readOptions } from '../options.ts';
import type { Command, Run } from '../run.ts';
import { shortName } from '../store/refs.ts';
import type { Repository } from '../store/repository.ts';
import { Ended, fatal } from '../store/said.ts';
import { moveWork } from '../tree/work-tree.ts';
import { switchTo } from './branching.ts';
import { printCommits } from './logging.ts';

type Answer = 'bad' | 'good' | 'skip';
const NO_MORE = 10;

export const bisect: Command = async (run, args) => {
  const [verb, ...rest] = args;
  switch (verb) {
    case 'start':
      return start(run, rest);
    case 'bad':
    case 'good':
    case 'skip':
    case 'new':
    case 'old':
      return exitOf(await answer(run, kindOf(verb), rest));
    case 'reset':
      return reset(run, rest[0]);
    case 'log':
      run.print(`${await needLog(run)}\n`);
      return 0;
    case 'replay':
      return replay(run, rest[0]);
    case 'run':
      return runAll(run, rest);
    default:
      throw new Ended(`git: bisect ${verb ?? ''} is not available here\n`, 129);
  }
};

function kindOf(verb: string): Answer {
  if (verb === 'bad' || verb === 'new') return 'bad';
  return verb === 'skip' ? 'skip' : 'good';
}

function exitOf(code: number): number {
  return code === NO_MORE ? 0 : code;
}

async function needLog(run: Run): Promise<string> {
  const log = await (await run.repository()).state('BISECT_LOG');
  if (log === undefined) throw new Ended('error: We are not bisecting.\n', 1);
  return log;
}

async function note(repository: Repository, line: string): Promise<void> {
  const log = await repository.state('BISECT_LOG');
  await repository.setState('BISECT_LOG', log === undefined || log === '' ? line : `${log}\n${line}`);
}

async function start(run: Run, args: readonly string[]): Promise<number> {
  const options = readOptions('bisect start', args, 'none');
  const repository = await run.repository();
  const { refs } = repository;
  if (options.paths.length > 0) throw new Ended('git: bisect with paths is not available here\n', 129);
  const oids: string[] = [];
  for (const name of options.words) {
    if ((await tryResolve(repository, name)) === undefined)
      throw fatal(`'${name}' does not appear to be a valid revision`);
    oids.push(await resolveCommit(repository, name));
  }
  const before = await repository.state('BISECT_START');
  const head = await refs.head();
  const from = before ?? (head === undefined ? await repository.headCommit() : shortName(head));
  if (before !== undefined) {
    await switchTo(run, [...(/^[\da-f]{40}$/.test(before) ? ['--detach'] : []), before]);
    await forget(repository);
  }
  await repository.setState('BISECT_START', from);
  await repository.setState('BISECT_TERMS', 'bad\ngood');
  await repository.setState('BISECT_LOG', '');
  for (const [at, oid] of oids.entries()) await mark(repository, at === 0 ? 'bad' : 'good', oid);
  await note(repository, `git bisect start${options.words.map((word) => ` '${word}'`).join('')}`);
  try {
    return exitOf(await next(run));
  } catch (error) {
    await forget(repository);
    throw error;
  }
}

async function mark(repository: Repository, kind: Answer, oid: string): Promise<void> {
  await repository.refs.write(kind === 'bad' ? 'refs/bisect/bad' : `refs/bisect/${kind}-${oid}`, oid);
  await note(repository, `# ${kind}: [${oid}] ${await subject(repository, oid)}`);
}

async function subject({ objects }: Repository, oid: string): Promise<string> {
  return subjectLine((await objects.commit(oid)).message);
}

async function answer(
  run: Run,
  kind: Answer,
  names: readonly string[],
  { isOne = true } = {},
): Promise<number> {
  const repository = await run.repository();
  if ((await repository.state('BISECT_START')) === undefined) {
    run.warn('You need to start by "git bisect start"\n\n');
    throw new Ended('', 1);
  }
  const oids: string[] = [];
  for (const name of names.length > 0 ? names : ['HEAD']) {
    const oid = await tryResolve(repository, name);
    if (oid === undefined) throw new Ended(`error: Bad rev input: ${name}\n`, 1);
    oids.push(await resolveCommit(repository, name));
  }
  if (kind === 'bad' && oids.length > 1)
    throw new Ended("error: 'git bisect bad' can take only one argument.\n", 1);
  for (const oid of oids) {
    await mark(repository, kind, oid);
    await note(repository, `git bisect ${kind} ${oid}`);
  }
  return isOne ? next(run) : 0;
}

async function marks({
  refs,
}: Repository): Promise<{ bad: string | undefined; good: string[]; skip: string[] }> {
  const all = await refs.list('refs/bisect/');
  const of = (kind: string) =>
    [...all].flatMap(([ref, oid]) => (ref.startsWith(`refs/bisect/${kind}-`) ? [oid] : []));
  return { bad: all.get('refs/bisect/bad'), good: of('good'), skip: of('skip') };
}

/** Goes to the commit to test next, or says which one it is. */
async function next(run: Run): Promise<number> {
  const repository = await run.repository();
  const { bad, good, skip } = await marks(repository);
  if (bad === undefined || good.length === 0) {
    const waits = {
      both: 'status: waiting for both good and bad commits',
      bad: `status: waiting for bad commit, ${good.length} good commit${good.length === 1 ? '' : 's'} known`,
      good: 'status: waiting for good commit(s), bad commit known',
    };
    const line = waits[bad === undefined && good.length === 0 ? 'both' : bad === undefined ? 'bad' : 'good'];
    await note(repository, `# ${line}`);
    run.print(`${line}\n`);
    return 0;
  }
  const base = await baseToTest(run, { bad, good, skip });
  if (base !== undefined) {
    run.print('Bisecting: a merge base must be tested\n');
    await goTo(run, base);
    await repository.setState('BISECT_EXPECTED_REV', base);
    run.print(`[${base}] ${await subject(repository, base)}\n`);
    return 0;
  }
  const order = await walk(repository.objects, [bad], { exclude: good });
  if (order.length === 0) throw new Ended('', 1, `${bad} was both good and bad\n`);
  const found = await bestHalf(repository.objects, order, { bad, skipped: new Set(skip) });
  if (found.oid === undefined || (found.oid === bad && found.tried.length > 0))
    return onlySkipped(run, found.tried, bad, order);
  if (found.oid === bad) return report(run, bad);
  const left = order.length - found.reaches - 1;
  const steps = stepsLeft(order.length);
  run.print(
    `Bisecting: ${left} revision${left === 1 ? '' : 's'} left to test after this (roughly ${steps} step${steps === 1 ? '' : 's'})\n`,
  );
  await goTo(run, found.oid);
  run.print(`[${found.oid}] ${await subject(repository, found.oid)}\n`);
  return 0;
}

/** A good commit on another branch says something only if what both came from is good. */
async function baseToTest(
  run: Run,
  { bad, good, skip }: { bad: string; good: readonly string[]; skip: readonly string[] },
): Promise<string | undefined> {
  const repository = await run.repository();
  const { objects } = repository;
  if ((await repository.state('BISECT_ANCESTORS_OK')) !== undefined) return undefined;
  const others = good.join(' ');
  for (const each of good) {
    if (await isAncestor(objects, each, bad)) continue;
    for (const base of await mergeBases(objects, bad, each)) {
      if (base === bad) throw await badBase(repository, bad, others);
      if (good.includes(base)) continue;
      if (!skip.includes(base)) return base;
      run.warn(
        `warning: the merge base between ${bad} and [${others}] must be skipped.\n` +
          `So we cannot be sure the first bad commit is between ${base} and ${bad}.\nWe continue anyway.\n`,
      );
    }
  }
  await repository.setState('BISECT_ANCESTORS_OK', '');
  return undefined;
}

async function badBase(repository: Repository, bad: string, good: string): Promise<Ended> {
  return (await repository.state('BISECT_EXPECTED_REV')) === bad
    ? new Ended(
        `The merge base ${bad} is bad.\nThis means the bug has been fixed between ${bad} and [${good}].\n`,
        3,
      )
    : new Ended(
        'Some good revs are not ancestors of the bad rev.\ngit bisect cannot work properly in this case.\nMaybe you mistook good and bad revs?\n',
        1,
      );
}

async function goTo(run: Run, oid: string): Promise<void> {
  const repository = await run.repository();
  const [at, head] = [await repository.headCommit(), await repository.refs.head()];
  await moveWork(repository, await repository.filesOf(at), await repository.filesOf(oid), 'checkout');
  if (head !== undefined || at !== oid)
    await repository.attachHead(
      oid,
      oid,
      `checkout: moving from ${head === undefined ? at : shortName(head)} to ${oid}`,
    );
}

async function report(run: Run, bad: string): Promise<number> {
  const repository = await run.repository();
  run.print(`${bad} is the first bad commit\n`);
  const options = readOptions('log', [], 'none');
  await printCommits(run, [bad], { options, paths: [], shapes: ['stat'] });
  await note(repository, `# first bad commit: [${bad}] ${await subject(repository, bad)}`);
  return NO_MORE;
}

async function onlySkipped(
  run: Run,
  tried: readonly string[],
  bad: string,
  order: readonly string[],
): Promise<number> {
  const repository = await run.repository();
  await note(repository, '# only skipped commits left to test');
  for (const oid of order.filter((each) => each === bad || tried.includes(each)))
    await note(repository, `# possible first bad commit: [${oid}] ${await subject(repository, oid)}`);
  run.print(
    `There are only 'skip'ped commits left to test.\nThe first bad commit could be any of:\n${[...tried, bad].join('\n')}\nWe cannot bisect more!\n`,
  );
  return 2;
}

async function reset(run: Run, name: string | undefined): Promise<number> {
  const repository = await run.repository();
  const from = await repository.state('BISECT_START');
  if (from === undefined) {
    run.print('We are not bisecting.\n');
    return 0;
  }
  const target = name ?? from;
  const isBranch = (await repository.refs.read(`refs/heads/${target}`).catch(() => undefined)) !== undefined;
  const exit = await switchTo(run, [...(isBranch ? [] : ['--detach']), target]);
  await forget(repository);
  return exit ?? 0;
}

async function forget(repository: Repository): Promise<void> {
  for (const name of [
    'BISECT_START',
    'BISECT_LOG',
    'BISECT_TERMS',
    'BISECT_ANCESTORS_OK',
    'BISECT_EXPECTED_REV',
    'refs/bisect',
  ])
    await repository.setState(name, undefined);
}

async function replay(run: Run, file: string | undefined): Promise<number> {
  const path = run.fs.resolvePath(run.cwd, file ?? '');
  if (file === undefined || !(await run.fs.exists(path)))
    throw new Ended(`error: cannot read file '${file ?? ''}' for replaying\n`, 1);
  await reset(run, undefined);
  for (const line of (await run.fs.readFile(path)).split('\n')) {
    const [, verb, rest = ''] = /^git[ -]bisect (\w+) ?(.*)$/.exec(line) ?? [];
    if (verb === undefined) continue;
    const words = rest
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => word.replace(/^'(.*)'$/, '$1'));
    if (verb === 'start') await start(run, words);
    else await answer(run, kindOf(verb), words, { isOne: false });
  }
  return exitOf(await next(run));
}

/** Asks a command at each commit: 0 is good, 125 can't be tested, up to 127 is bad, and all above ends the search. */
async function runAll(run: Run, command: readonly string[]): Promise<number> {
  const repository = await run.repository();
  if (command.length === 0) throw new Ended('error: bisect run failed: no command provided.\n', 1);
  const { bad, good } = await marks(repository);
  if (bad === undefined || good.length === 0)
    throw new Ended('error: bisect run failed: no good and bad commits are known\n', 1);
  const words = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  let isVerified = false;
  for (;;) {
    run.print(`running  ${words}\n`);
    const exit = await run.exec(words);
    if (!isVerified && (exit === 126 || exit === 127)) {
      await verifyGood(run, words, exit);
      isVerified = true;
    }
    if (exit < 0 || exit >= 128)
      throw new Ended(
        `error: bisect run failed: exit code ${exit} from '${command.join(' ')}' is < 0 or >= 128\n`,
        exit,
      );
    const kind: Answer = exit === 125 ? 'skip' : exit === 0 ? 'good' : 'bad';
    const code = await answer(run, kind, []);
    if (code === NO_MORE) {
      run.print('bisect found first bad commit');
      return 0;
    }
    if (code === 2) {
      run.warn('error: bisect run cannot continue any more\n');
      return 2;
    }
  }
}

/** A command that isn't found ends with 127 at a good commit, too: then it says nothing. */
async function verifyGood(run: Run, words: string, bogus: number): Promise<void> {
  const repository = await run.repository();
  const at = await repository.headCommit();
  const [good = at] = (await marks(repository)).good;
  const visit = async (oid: string) => {
    await goTo(run, oid);
    run.print(`[${oid}] ${await subject(repository, oid)}\n`);
  };
  await visit(good);
  run.print(`running  ${words}\n`);
  const exit = await run.exec(words);
  await visit(at);
  if (exit < 0 || exit >= 128) throw new Ended(`error: unable to verify ${words} on good revision\n`, 1);
  if (exit === bogus) throw new Ended(`error: bogus exit code ${exit} for good revision\n`, 1);
}
