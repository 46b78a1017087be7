import { compareFiles, type FileChange, isAmong, quotedPath } from '../diff/changes.ts';
import { diffLines, splitLines } from '../diff/lines.ts';
import {
  type Contents,
  countsOf,
  nameStatusOf,
  patchOf,
  type ReadContent,
  readContents,
  statOf,
  summaryOf,
  sumOf,
} from '../diff/patch.ts';
import type { Options } from '../options.ts';
import type { Repository } from '../store/repository.ts';
import { Ended, fatal } from '../store/said.ts';
import { treeOf } from './committing.ts';

/** Options of everything that shows differences. */
export const DIFF_OPTIONS =
  'p|u|patch s|no-patch stat? shortstat name-only name-status summary U|unified= S= G= pickaxe-regex no-renames M? no-color color? no-ext-diff w|ignore-all-space';

export type Shape = 'name-only' | 'name-status' | 'patch' | 'shortstat' | 'stat';
const SHAPES = ['stat', 'shortstat', 'name-only', 'name-status', 'patch'] as const;

/** How differences are to be shown; none, if nothing asks for it. */
export function shapesOf(options: Options, unlessSaid: readonly Shape[] = []): readonly Shape[] {
  if (options.has('ignore-all-space')) throw new Ended('git: the option -w is not available here\n', 129);
  if (options.has('no-patch')) return [];
  const asked = SHAPES.filter((shape) => options.has(shape));
  return asked.length > 0 ? asked : unlessSaid;
}

export interface Shown {
  readonly shapes: readonly Shape[];
  readonly read: ReadContent;
  readonly context: number;
  readonly hasSummary: boolean;
}

export function contextOf(options: Options): number {
  const context = Number(options.get('unified') ?? 3);
  if (!Number.isInteger(context) || context < 0) throw new Ended('error: --unified expects a number\n', 129);
  return context;
}

export async function changesText(
  changes: readonly FileChange[],
  { context, hasSummary, read, shapes }: Shown,
): Promise<string> {
  const contents = new Map<FileChange, Contents>();
  if (shapes.some((shape) => !shape.startsWith('name')))
    for (const change of changes) contents.set(change, await readContents(change, read));
  const counts = [...contents].map(([change, content]) => countsOf(change, content));
  const texts: Readonly<Record<Shape, () => string>> = {
    stat: () => statOf(counts),
    shortstat: () => sumOf(counts),
    'name-only': () => changes.map(({ path }) => `${quotedPath(path)}\n`).join(''),
    'name-status': () => nameStatusOf(changes),
    patch: () => [...contents].map(([change, content]) => patchOf(change, content, context)).join(''),
  };
  const parts = shapes.map((shape) => texts[shape]());
  if (hasSummary) parts.splice(shapes.includes('patch') ? -1 : parts.length, 0, summaryOf(changes));
  // A patch after a statistic has an empty line before it.
  return parts.filter((part) => part !== '').join(shapes.includes('patch') && parts.length > 1 ? '\n' : '');
}

export function fromObjects({ objects }: Repository): ReadContent {
  return (change, side) => objects.blob(change[side]?.oid ?? '');
}

/** What a commit changed, against its first parent. */
export async function commitChanges(
  repository: Repository,
  oid: string,
  paths: readonly string[] = [],
): Promise<FileChange[]> {
  const { parents, tree } = await repository.objects.commit(oid);
  const before = await treeOf(repository, parents[0]);
  if (before === tree) return [];
  const changes = compareFiles(
    await repository.objects.snapshot(before),
    await repository.objects.snapshot(tree),
  );
  return changes.filter(({ path }) => isAmong(path, paths));
}

/** Changes that `-S` (how often a string occurs) or `-G` (a changed line that matches) looks for. */
export async function pickaxe(
  options: Options,
  changes: readonly FileChange[],
  read: ReadContent,
): Promise<readonly FileChange[]> {
  const [word, pattern] = [options.get('S'), options.get('G')];
  if (word === undefined && pattern === undefined) return changes;
  const expression = pattern === undefined ? undefined : expressionOf(pattern);
  const found: FileChange[] = [];
  for (const change of changes) {
    const { after, before } = await readContents(change, read);
    if (word !== undefined && before.split(word).length !== after.split(word).length) found.push(change);
    else if (expression && changedLines(before, after).some((line) => expression.test(line)))
      found.push(change);
  }
  return found;
}

function changedLines(before: string, after: string): string[] {
  const [from, to] = [splitLines(before), splitLines(after)];
  return diffLines(from, to)
    .flatMap(({ fromEnd, fromStart, toEnd, toStart }) => [
      ...from.slice(fromStart, fromEnd),
      ...to.slice(toStart, toEnd),
    ])
    .map((line) => line.replace(/\n$/, ''));
}

export function expressionOf(pattern: string, flags = ''): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    throw fatal(`invalid regex: ${pattern}`);
  }
}
