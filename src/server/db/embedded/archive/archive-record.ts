import { existsSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '#server/platform/log';
import { LOG_FILE } from '../ready/cluster-archive.ts';
import { controlOf, systemOfPiece } from './control-file.ts';
import { readIfThere } from './read-if-there.ts';

/** What the folder of an archive says of itself. */
interface ArchiveRecord {
  /** Identifier of the database whose log it is. */
  readonly system: string;
  /** Which timeline the database began to write when, in order: a recovery begins a new one. */
  readonly timelines: readonly Beginning[];
}

interface Beginning {
  readonly from: string;
  readonly timeline: number;
}

const HISTORY = /^([0-9A-F]{8})\.history$/;

const fileIn = (folder: string) => join(folder, 'lectern-archive.json');

/**
 * Before a server writes to the archive: refuses that of another database, and notes when another timeline begins. A note that
 * can't be written doesn't keep the school from starting: an archive that fails is told by itself.
 */
export function claimArchive(folder: string, cluster: string, log: Log, now = new Date()): void {
  refuseOtherArchive(folder, cluster);
  const { system, timeline } = controlOf(cluster);
  const known = readRecord(folder);
  const timelines = known?.timelines ?? beginningsOf(folder);
  const isNew = timelines.at(-1)?.timeline !== timeline;
  if (known && !isNew) return;
  const record: ArchiveRecord = {
    system,
    timelines: isNew ? [...timelines, { from: now.toISOString(), timeline }] : timelines,
  };
  const unfinished = `${fileIn(folder)}.${process.pid}`;
  try {
    writeFileSync(unfinished, JSON.stringify(record), { mode: 0o600, flush: true });
    renameSync(unfinished, fileIn(folder));
  } catch (error) {
    log.warn(
      { message: error instanceof Error ? error.message : String(error) },
      "couldn't write to the archive",
    );
  }
}

/** Two databases name the pieces of their logs the same: the second one could never archive its own, and they would fill the disk. */
export function refuseOtherArchive(folder: string, cluster: string): void {
  const problem = otherArchiveIn(folder, cluster);
  if (problem !== null) throw new Error(problem);
}

/** What is wrong, and what to do, where the archive is that of another database; null where it isn't. */
export function otherArchiveIn(folder: string, cluster: string): string | null {
  if (!isOfAnother(folder, cluster)) return null;
  return `WAL_ARCHIVE holds the log of another database, such as the one from before a restore, or another installation: ${folder}. Set WAL_ARCHIVE to an empty folder, and make a new base backup once Lectern runs. Keep the other folder for as long as you may want to recover that database.`;
}

/** Throws where a base backup can't go on with this archive. */
export function refuseOtherBase(folder: string, base: string): void {
  if (existsSync(folder) && !isOfAnother(folder, base)) return;
  throw new Error(
    `WAL_ARCHIVE ${existsSync(folder) ? 'holds the log of another database than' : "doesn't exist, and has no log for"} the base backup ${base}: ${folder}. Set WAL_ARCHIVE to the folder that was used with this base backup. Nothing was changed.`,
  );
}

function isOfAnother(folder: string, cluster: string): boolean {
  const owner = readRecord(folder)?.system ?? systemOfPieces(folder);
  return owner !== null && owner !== controlOf(cluster).system;
}

/** The timeline that was the database's at this moment; null from before what the archive knows. */
export function timelineAt(folder: string, moment: Date): number | null {
  const timelines = readRecord(folder)?.timelines ?? beginningsOf(folder);
  return timelines.findLast(({ from }) => new Date(from) <= moment)?.timeline ?? null;
}

/** Null: the archive is of an earlier release, or new. */
function readRecord(folder: string): ArchiveRecord | null {
  return readIfThere(
    fileIn(folder),
    "It says whose log is in WAL_ARCHIVE. Make it readable for the user that runs Lectern. If it's damaged, put it back from a copy, or move it elsewhere: Lectern then makes a new one from what is in the folder.",
  ) as ArchiveRecord | null;
}

/** The beginnings that an archive without a record shows: a server archives the history of a timeline as it begins. */
function beginningsOf(folder: string): Beginning[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const timeline = HISTORY.exec(name)?.[1];
      if (timeline === undefined) return [];
      return [
        { from: statSync(join(folder, name)).mtime.toISOString(), timeline: Number.parseInt(timeline, 16) },
      ];
    })
    .sort((a, b) => a.timeline - b.timeline);
}

/** Whose log an archive without a record holds, by its newest piece; null when there is none that tells. */
function systemOfPieces(folder: string): string | null {
  const newest = readdirSync(folder)
    .filter((name) => LOG_FILE.test(name))
    .sort()
    .at(-1);
  return newest === undefined ? null : systemOfPiece(join(folder, newest));
}
