-- Smaller sizes of videos as HLS (decision 162). A video without a row here waits for a process that has ffmpeg.
create table video_jobs (
  media_id uuid primary key references media (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'making', 'ready', 'failed')),
  percent smallint not null default 0 check (percent between 0 and 100),
  -- Why it failed.
  fault text,
  attempts int not null default 0,
  -- Which process makes them, and when another may begin again.
  holder uuid,
  leased_until timestamptz,
  finished_at timestamptz
);

create table video_renditions (
  -- What its address names: made again, they are other files.
  id uuid primary key default gen_random_uuid(),
  media_id uuid not null references media (id) on delete cascade,
  width int not null check (width > 0),
  height int not null check (height > 0),
  -- The most that a second of it takes, in bits.
  bandwidth int not null check (bandwidth > 0),
  -- As HLS names them: "avc1.64001f,mp4a.40.2".
  codecs text not null,
  bytes bigint not null default 0 check (bytes >= 0),
  -- [{"key", "bytes", "seconds"}] in order; the first is the beginning that each segment needs, and takes no time.
  blocks jsonb not null default '[]'
);
create index video_renditions_media_idx on video_renditions (media_id);
create trigger video_rendition_given_up after delete on video_renditions for each row execute function give_up_upload();

create index media_videos_idx on media (created_at) where kind = 'content' and ending in ('mp4', 'webm') and removed_at is null;
