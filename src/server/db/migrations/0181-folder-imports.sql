-- A ZIP file of course folders that an administrator is importing: one at a time each. It lasts longer than a request, and its
-- page may be left; whichever process is asked tells how far it is.
create table folder_imports (
  owner_id uuid primary key references users (id) on delete cascade,
  -- The file is an upload until it was imported.
  upload_id uuid not null,
  name text not null,
  state text not null check (state in ('checking', 'checked', 'importing', 'imported', 'failed')),
  done int not null default 0,
  total int not null default 0,
  -- What was found or done: {"faults", "items"}.
  report jsonb not null default '{"faults": [], "items": []}',
  -- Whether it replaces what was edited here since.
  force boolean not null default false,
  -- Of the request that asked for it, for the audit log.
  ip_address text not null,
  request_id text not null,
  started_at timestamptz not null,
  -- When a process began to work on it; null: it waits.
  claimed_at timestamptz,
  -- Of what works on it; it ended with its process where that is long ago.
  touched_at timestamptz not null
);
