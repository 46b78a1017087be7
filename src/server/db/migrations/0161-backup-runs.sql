-- When the school was backed up, and where to.
create table backup_runs (
  id uuid primary key default gen_random_uuid(),
  finished_at timestamptz not null,
  -- The version of Lectern that made it.
  version text not null,
  file text not null,
  bytes bigint not null check (bytes >= 0),
  encrypted boolean not null
);
create index backup_runs_finished_at_idx on backup_runs (finished_at desc);
