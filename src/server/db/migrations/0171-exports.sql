-- Large files for administrators, written in the background into blocks of the store (src/server/areas/admin/exports/).
create table exports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- What was asked for, as the contract has it.
  request jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'writing', 'ready', 'failed')),
  -- About how many rows there will be, and how many are written.
  total int not null check (total >= 0),
  written int not null default 0 check (written >= 0),
  blocks jsonb not null default '[]',
  bytes bigint not null default 0 check (bytes >= 0),
  attempts int not null default 0,
  -- Which process writes it, and when another may begin again.
  holder uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- When it is deleted.
  expires_at timestamptz
);
create index exports_user_idx on exports (user_id, created_at desc);
create index exports_open_idx on exports (created_at) where state in ('waiting', 'writing');
create index exports_expiry_idx on exports (expires_at) where expires_at is not null;
-- A double click asks once.
create unique index exports_open_key on exports (user_id, md5(request::text)) where state in ('waiting', 'writing');

create trigger export_given_up after delete on exports for each row execute function give_up_upload();
