-- Large files arrive in pieces that can be sent again (tus), and stay in these pieces: no store has to copy gigabytes, and a
-- range of a video reads the pieces that it lies in.
alter table media
  alter column bytes type bigint,
  -- [{"key", "bytes"}] in order; null: one file under its id.
  add column blocks jsonb,
  -- {"width", "height", "seconds", "poster"} as the browser of who uploaded it saw it; null: not a video, or not known.
  add column video jsonb;

create or replace function give_up_media() returns trigger language plpgsql as $$
declare
  stem text := case old.kind when 'content' then 'content-' else '' end || old.id;
begin
  insert into files_to_remove (key)
    select stem || '.' || coalesce(old.ending, 'svg') where old.blocks is null
    union all select stem || '-' || width || '.webp' from unnest(old.widths) width
    union all select block ->> 'key' from jsonb_array_elements(coalesce(old.blocks, '[]')) block
    on conflict do nothing;
  return null;
end $$;

-- What is still arriving. Its blocks go to the media row when it is whole, else to the files to remove.
create table media_uploads (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users (id) on delete cascade,
  name text not null,
  -- Declared at first.
  bytes bigint not null check (bytes > 0),
  received bigint not null default 0 check (received >= 0 and received <= bytes),
  blocks jsonb not null default '[]',
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now()
);
create index media_uploads_owner_idx on media_uploads (owner_id);
create index media_uploads_touched_at_idx on media_uploads (touched_at);

create function give_up_upload() returns trigger language plpgsql as $$
begin
  insert into files_to_remove (key)
    select block ->> 'key' from jsonb_array_elements(old.blocks) block on conflict do nothing;
  return null;
end $$;
create trigger media_upload_given_up after delete on media_uploads for each row execute function give_up_upload();
