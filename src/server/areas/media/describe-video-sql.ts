import { sql, type Transaction } from 'kysely';
import type { MediaTrack, VideoFacts } from '#contract/administration/media';
import { touchContent } from '#server/db/content-version';
import type { DB } from '#server/db/types';

interface Described {
  /** As texts name it. */
  readonly address: string;
  readonly video: VideoFacts | null;
  readonly tracks: readonly MediaTrack[];
}

/**
 * Says of a video what came with it: its poster, where it has none, and captions and chapters in languages that it has none in.
 * What authors set in the library stays.
 */
export async function describeVideo(
  trx: Transaction<DB>,
  { address, tracks, video }: Described,
): Promise<void> {
  const id = address.slice('/media/'.length, address.lastIndexOf('.'));
  const { rows } = await sql<{ video: VideoFacts | null; tracks: MediaTrack[] }>`
    select video, tracks from media where id = ${id} for update`.execute(trx);
  const [known] = rows;
  if (!known) return;
  const added = tracks.filter(
    ({ kind, language }) => !known.tracks.some((own) => own.kind === kind && own.language === language),
  );
  const facts = known.video ?? video;
  const poster = known.video?.poster ?? video?.poster ?? null;
  if (added.length === 0 && poster === (known.video?.poster ?? null) && facts === known.video) return;
  await trx
    .updateTable('media')
    .set({
      video: facts && JSON.stringify({ ...facts, poster }),
      tracks: JSON.stringify([...known.tracks, ...added]),
    })
    .where('id', '=', id)
    .execute();
  await touchContent(trx);
}
