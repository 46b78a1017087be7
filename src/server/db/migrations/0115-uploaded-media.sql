-- Pictures and files that authors upload (decision 108). `owner_id` says who did; erasing an account leaves the file.
alter table media
  -- What a picture shows, for whoever inserts it next.
  add column alt text not null default '',
  -- Of the smaller copies in WebP, in pixels; they are kept beside the file.
  add column widths integer[] not null default '{}',
  add column copies_bytes integer not null default 0 check (copies_bytes >= 0),
  -- Deleted in the library; it goes some time afterwards unless a text names it again.
  add column removed_at timestamptz;

drop trigger content_media_given_up on media;
drop function give_up_content_media();
create function give_up_media() returns trigger language plpgsql as $$
declare
  stem text := case old.kind when 'content' then 'content-' else '' end || old.id;
begin
  insert into files_to_remove (key)
    select stem || '.' || coalesce(old.ending, 'svg')
    union all select stem || '-' || width || '.webp' from unnest(old.widths) width
    on conflict do nothing;
  return null;
end $$;
create trigger media_given_up after delete on media for each row when (old.kind in ('content', 'cover'))
  execute function give_up_media();

drop index media_touched_at_idx;
create index media_touched_at_idx on media (touched_at) where kind in ('content', 'cover');
create index media_library_idx on media (created_at desc, id desc) where kind in ('content', 'cover') and removed_at is null;
-- Covers had no ending before, and may be there twice.
create unique index media_cover_key on media (sha256, ending) where kind = 'cover' and ending is not null;
-- Covers were never looked for: their time begins now.
update media set touched_at = now() where kind = 'cover';
