-- The logos of the school. They are small, belong to every page, and are the same for everybody: they live beside the setting
-- that names them, under the hash of what is in them.
create table school_pictures (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  ending text not null check (ending in ('webp', 'svg')),
  bytes bytea not null check (octet_length(bytes) <= 262144),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  made_at timestamptz not null default now()
);
