/** A file that the database counts on being in the store; `places`: where it may be. */
export interface CountedFile {
  readonly places: string[];
  readonly name: string;
}

// A drawing without a size may still be where it was public (decision 75).
export const COUNTED_FILES = `
  select array['content-' || id || '.' || ending] || case when ending = 'svg' then array[id || '.svg'] else '{}'::text[] end
    as places, name from media where kind = 'content' and blocks is null
  union all select array['content-' || m.id || '-' || side || '.webp'], m.name
    from media m, unnest(m.widths) side where m.kind = 'content'
  union all select array[block ->> 'key'], m.name from media m, jsonb_array_elements(m.blocks) block where m.blocks is not null
  union all select array[id || '.' || coalesce(ending, 'svg')], coalesce(name, 'cover') from media where kind = 'cover'
  union all select array[m.id || '-' || side || '.webp'], coalesce(m.name, 'cover')
    from media m, unnest(m.widths) side where m.kind = 'cover'
  union all select array[id || '.webp'], 'avatar' from media where kind = 'avatar'
  union all select array[id || '.upload'], name from exam_files
  union all select array[block ->> 'key'], u.name from media_uploads u, jsonb_array_elements(u.blocks) block`;

/** Segments of the smaller sizes of videos: whatever is missing can be made again. */
export const SEGMENTS = `
  select array[block ->> 'key'] as places, m.name from video_renditions r join media m on m.id = r.media_id,
    jsonb_array_elements(r.blocks) block`;

/** What nothing counts on, and is known all the same: files that a chore is about to remove, and exports, which can be asked for again. */
export const KNOWN_KEYS = `
  select key from files_to_remove union all select block ->> 'key' from exports, jsonb_array_elements(blocks) block`;

/** How much the media library holds, uploads that are still arriving included. */
export const LIBRARY_BYTES = `
  select (coalesce((select sum(bytes + copies_bytes) from media where kind in ('content', 'cover') and removed_at is null), 0)
    + coalesce((select sum(r.bytes) from video_renditions r join media m on m.id = r.media_id where m.removed_at is null), 0)
    + coalesce((select sum(bytes) from media_uploads), 0))::text as bytes`;
