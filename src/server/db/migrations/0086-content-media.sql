-- Pictures and files of lessons and exams: kept once by their content, answered by a signed address only (decision 59).
alter table media drop constraint media_kind_check;
alter table media add constraint media_kind_check check (kind in ('avatar', 'cover', 'content'));
alter table media
  -- What it was called where it came from; a path where it came from a folder.
  add column name text,
  add column ending text,
  add column width integer check (width > 0),
  add column height integer check (height > 0),
  -- Of the bytes as they came; `sha256` is of what is kept.
  add column source_sha256 text,
  -- When something last asked for it to be kept; what nothing refers to goes some time afterwards.
  add column touched_at timestamptz not null default now();
alter table media add constraint media_content_whole
  check (kind <> 'content' or (name is not null and ending is not null and source_sha256 is not null and (width is null) = (height is null)));
create unique index media_content_key on media (sha256, ending) where kind = 'content';
create index media_source_idx on media (source_sha256) where kind = 'content';
create index media_touched_at_idx on media (touched_at) where kind = 'content';

create function give_up_content_media() returns trigger language plpgsql as $$
begin
  insert into files_to_remove (key) values ('content-' || old.id || '.' || old.ending) on conflict do nothing;
  return null;
end $$;
create trigger content_media_given_up after delete on media for each row when (old.kind = 'content')
  execute function give_up_content_media();
