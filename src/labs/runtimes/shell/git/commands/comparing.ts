import { compareFiles, isAmong } from '../diff/changes.ts';
import type { ReadContent } from '../diff/patch.ts';
import { modeOf } from '../diff/patch.ts';
import { dateText } from '../history/pretty.ts';
import { peel, readTag, resolve, resolveCommit } from '../history/revisions.ts';
import { mergeBases } from '../history/walk.ts';
import { type Options, readOptions } from '../options.ts';
import type { Command, Run } from '../run.ts';
import type { Snapshot } from '../store/objects.ts';
import { fatal, notHere } from '../store/said.ts';
import { readWork, workFiles } from '../tree/work-tree.ts';
import { PRETTY, printCommits, splitWords } from './logging.ts';
import { changesText, contextOf, DIFF_OPTIONS, pickaxe, shapesOf } from './showing.ts';

const decoder = new TextDecoder();

export const diff: Command = async (run, args) => {
  const options = readOptions('diff', args, `${DIFF_OPTIONS} staged|cached exit-code q|quiet`);
  const repository = await run.repository();
  const { names, paths } = await splitWords(run, options);
  const { after, before, hasWork } = await sidesOf(run, options, names);
  const read: ReadContent = async (change, side) => {
    const isWork = hasWork && side === 'after';
    const lies = isWork ? await readWork(repository, change.path) : undefined;
    return lies ?? repository.objects.blob(change[side]?.oid ?? '');
  };
  const all = compareFiles(before, after).filter(({ path }) => isAmong(path, paths));
  const changes = await pickaxe(options, all, read);
  const index = await repository.index();
  if (hasWork || options.has('cached'))
    for (const path of index.unmerged.keys())
      if (isAmong(path, paths)) run.print(unmergedLine(options, path));
  if (!options.has('quiet'))
    run.print(
      await changesText(changes, {
        read,
        shapes: shapesOf(options, ['patch']),
        context: contextOf(options),
        hasSummary: options.has('summary'),
      }),
    );
  return (options.has('exit-code') || options.has('quiet')) && changes.length > 0 ? 1 : 0;
};

function unmergedLine(options: Options, path: string): string {
  if (options.has('name-only')) return `${path}\n`;
  return options.has('name-status') ? `U\t${path}\n` : `* Unmerged path ${path}\n`;
}

/** The two sets of files that are compared. */
async function sidesOf(
  run: Run,
  options: Options,
  names: readonly string[],
): Promise<{ before: Snapshot; after: Snapshot; hasWork: boolean }> {
  const repository = await run.repository();
  const index = await repository.index();
  const filesOf = async (name: string) =>
    repository.objects.snapshot(await peel(repository, await resolve(repository, name), 'tree', name));
  const [first, second, third] = names;
  if (third !== undefined) throw notHere('git diff with more than two revisions');
  if (options.has('cached')) {
    const before = first === undefined ? await repository.headFiles() : await filesOf(first);
    for (const path of index.unmerged.keys()) before.delete(path);
    return { before, after: index.entries, hasWork: false };
  }
  const [, left, dots, right = ''] = /^(.*?)(\.{2,3})(.*)$/.exec(first ?? '') ?? [];
  if (left !== undefined) {
    const to = right === '' ? 'HEAD' : right;
    let from = left === '' ? 'HEAD' : left;
    if (dots === '...') {
      const ends = [await resolveCommit(repository, from), await resolveCommit(repository, to)] as const;
      const [base] = await mergeBases(repository.objects, ...ends);
      if (base === undefined) throw fatal(`${first}: no merge base`);
      from = base;
    }
    return { before: await filesOf(from), after: await filesOf(to), hasWork: false };
  }
  if (first !== undefined && second !== undefined)
    return { before: await filesOf(first), after: await filesOf(second), hasWork: false };
  // What is in conflict is compared with our side.
  for (const [path, [, ours]] of index.unmerged) if (ours) index.entries.set(path, ours);
  const after = await workFiles(repository, index);
  return { before: first === undefined ? index.entries : await filesOf(first), after, hasWork: true };
}

export const show: Command = async (run, args) => {
  const options = readOptions('show', args, `${PRETTY} ${DIFF_OPTIONS}`);
  if (options.has('graph')) throw fatal("options '--no-walk' and '--graph' cannot be used together");
  const repository = await run.repository();
  const { names, paths } = await splitWords(run, options);
  for (const name of names.length > 0 ? names : ['HEAD']) {
    if (/\.\./.test(name)) throw notHere('git show with a range');
    await showObject(run, name, await resolve(repository, name), { options, paths });
  }
  return 0;
};

async function showObject(
  run: Run,
  name: string,
  oid: string,
  { options, paths }: { options: Options; paths: readonly string[] },
): Promise<void> {
  const repository = await run.repository();
  const { body, kind } = await repository.objects.read(oid);
  if (kind === 'blob') run.print(decoder.decode(body));
  else if (kind === 'tree') {
    const entries = await repository.objects.tree(oid);
    run.print(`tree ${name}\n\n`);
    run.print(entries.map((entry) => `${entry.name}${entry.mode === 0o40000 ? '/' : ''}\n`).join(''));
  } else if (kind === 'tag') {
    const tag = readTag(decoder.decode(body));
    run.print(`tag ${tag.name}\nTagger: ${tag.tagger.name} <${tag.tagger.email}>\n`);
    run.print(`Date:   ${dateText(tag.tagger)}\n\n${tag.message}\n`);
    await showObject(run, name, tag.object, { options, paths });
  } else {
    const shapes = shapesOf(options, ['patch']);
    await printCommits(run, [oid], { options, paths, shapes });
    // What a merge changed against both its parents is left out, so there only is the line before it.
    if ((await repository.objects.commit(oid)).parents.length > 1 && shapes.includes('patch'))
      run.print('\n');
  }
}

export const catFile: Command = async (run, args) => {
  const options = readOptions('cat-file', args, 'p t s e');
  const repository = await run.repository();
  const words = [...options.words];
  const kindAsked = words.length > 1 ? words.shift() : undefined;
  const [name] = words;
  if (name === undefined) throw fatal('only two arguments allowed in <type> <object> mode, not 0');
  let oid: string;
  try {
    oid = await resolve(repository, name);
  } catch {
    throw fatal(`Not a valid object name ${name}`);
  }
  if (!(await repository.objects.has(oid))) {
    if (options.has('e')) return 1;
    throw fatal(`Not a valid object name ${name}`);
  }
  const { body, kind } = await repository.objects.read(oid);
  if (options.has('t')) run.print(`${kind}\n`);
  else if (options.has('s')) run.print(`${body.length}\n`);
  else if (kindAsked !== undefined) {
    const { body: peeled } = await repository.objects.read(await peel(repository, oid, kindAsked, name));
    run.print(decoder.decode(peeled));
  } else if (options.has('p')) run.print(kind === 'tree' ? await treeText(run, oid) : decoder.decode(body));
  return 0;
};

async function treeText(run: Run, oid: string): Promise<string> {
  const { objects } = await run.repository();
  const entries = await objects.tree(oid);
  return entries
    .map(
      ({ mode, name, oid: own }) => `${modeOf(mode)} ${mode === 0o40000 ? 'tree' : 'blob'} ${own}\t${name}\n`,
    )
    .join('');
}
