import type { Entry } from '../store/formats.ts';
import type { Stages } from '../store/index-file.ts';
import type { Snapshot } from '../store/objects.ts';
import type { Repository } from '../store/repository.ts';
import { notHere } from '../store/said.ts';
import {
  type Ending,
  isSame,
  Losses,
  putContent,
  putWork,
  removeWork,
  workEntry,
} from '../tree/work-tree.ts';
import { conflictStyle, type Labels, mergeText } from './merge-text.ts';

interface Outcome {
  readonly files: Map<string, Entry>;
  readonly unmerged: Map<string, Stages>;
  /** With the marks of conflicts. */
  readonly work: Map<string, { readonly content: Uint8Array; readonly mode: number }>;
  readonly said: string[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export interface Sides {
  readonly base: Snapshot;
  readonly ours: Snapshot;
  readonly theirs: Snapshot;
  readonly labels: Labels;
}

/** Brings two sets of files together that came of a third; answers what it says and whether all went well. */
export async function mergeTrees(
  repository: Repository,
  sides: Sides,
  ending: Ending,
): Promise<{ said: string; isClean: boolean; files: Snapshot }> {
  const outcome: Outcome = { files: new Map(), unmerged: new Map(), work: new Map(), said: [] };
  const style = await conflictStyle(repository);
  const { base, ours, theirs } = sides;
  for (const path of [...new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])].sort()) {
    const [old, own, that] = [base.get(path), ours.get(path), theirs.get(path)];
    const clean = isSame(own, that) || isSame(old, that) ? own : isSame(old, own) ? that : null;
    if (clean === null)
      await mergeFile(repository, { path, stages: [old, own, that], sides, style }, outcome);
    else if (clean) outcome.files.set(path, clean);
  }
  needNoFolders(outcome.files);
  await apply(repository, ours, outcome, ending);
  return {
    said: outcome.said.join(''),
    isClean: outcome.unmerged.size === 0,
    files: outcome.files,
  };
}

interface Asked {
  readonly path: string;
  readonly stages: Stages;
  readonly sides: Sides;
  readonly style: 'diff3' | 'merge';
}

async function mergeFile(
  { objects }: Repository,
  { path, sides: { labels }, stages, style }: Asked,
  { files, said, unmerged, work }: Outcome,
): Promise<void> {
  const [old, own, that] = stages;
  if (!own || !that) {
    const [kept, deleter, modifier] = own
      ? [own, labels.theirs, labels.ours]
      : [that as Entry, labels.ours, labels.theirs];
    said.push(
      `CONFLICT (modify/delete): ${path} deleted in ${deleter} and modified in ${modifier}.  Version ${modifier} of ${path} left in tree.\n`,
    );
    unmerged.set(path, stages);
    work.set(path, { content: await objects.blob(kept.oid), mode: kept.mode });
    return;
  }
  const mode = own.mode === old?.mode ? that.mode : own.mode;
  const read = async (entry: Entry | undefined) => (entry ? objects.blob(entry.oid) : new Uint8Array());
  const bytes = await Promise.all([read(old), read(own), read(that)]);
  if (own.oid !== that.oid) said.push(`Auto-merging ${path}\n`);
  if (bytes.some((each) => each.subarray(0, 8000).includes(0))) {
    said.unshift(`warning: Cannot merge binary files: ${path} (${labels.ours} vs. ${labels.theirs})\n`);
    conflict(bytes[1]);
    return;
  }
  const [baseText, ourText, theirText] = bytes.map((each) => decoder.decode(each)) as [
    string,
    string,
    string,
  ];
  const merged = mergeText(baseText, ourText, theirText, { labels, style });
  const content = encoder.encode(merged.text);
  if (merged.conflicts === 0) files.set(path, { mode, oid: await objects.write('blob', content) });
  else conflict(content);

  function conflict(left: Uint8Array): void {
    said.push(`CONFLICT (${old ? 'content' : 'add/add'}): Merge conflict in ${path}\n`);
    unmerged.set(path, stages);
    work.set(path, { content: left, mode });
  }
}

/** One side's file where the other has a folder: real Git would find the file another name. */
function needNoFolders(files: Snapshot): void {
  for (const path of files.keys()) {
    const parts = path.split('/');
    for (let length = 1; length < parts.length; length += 1)
      if (files.has(parts.slice(0, length).join('/')))
        throw notHere(`merging a file with a folder of the same name (${parts.slice(0, length).join('/')})`);
  }
}

/** Writes what changed to index and work, unless changes that nobody committed would be lost. */
async function apply(
  repository: Repository,
  ours: Snapshot,
  outcome: Outcome,
  ending: Ending,
): Promise<void> {
  const { files, unmerged, work } = outcome;
  const index = await repository.index();
  const losses = new Losses();
  const paths = [...new Set([...ours.keys(), ...files.keys(), ...unmerged.keys()])];
  const moved = paths.filter((path) => unmerged.has(path) || !isSame(ours.get(path), files.get(path)));
  for (const path of moved) {
    const [staged, lies] = [index.entries.get(path), await workEntry(repository, path)];
    if (!isSame(staged, ours.get(path)) || (staged && lies && !isSame(lies, staged)))
      losses.changed.add(path);
    else if (!staged && lies) losses.untracked.add(path);
    else if (files.has(path) || work.has(path)) await losses.lookAt(repository, path, index, ours);
  }
  losses.refuse('merge', ending);
  for (const path of moved) {
    const entry = files.get(path);
    const conflicted = work.get(path);
    if (entry) {
      await putWork(repository, path, entry);
      index.entries.set(path, entry);
    } else {
      index.entries.delete(path);
      if (conflicted) await putContent(repository, path, conflicted.content, conflicted.mode);
      else await removeWork(repository, path);
    }
  }
  for (const [path, stages] of unmerged) index.unmerged.set(path, stages);
  await repository.writeIndex(index);
}
