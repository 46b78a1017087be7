-- Backups that the school makes by itself: one for each time of the schedule, and those that administrators ask for.
-- `started_at`: of the attempt that is being made; `next_attempt_at`: when it is tried (again); `failures`: attempts that failed.
create table backup_jobs (
  id uuid primary key default gen_random_uuid(),
  cause text not null check (cause in ('schedule', 'request')),
  wanted_at timestamptz not null,
  next_attempt_at timestamptz not null,
  started_at timestamptz,
  failures integer not null default 0,
  last_error text,
  ended_at timestamptz
);
-- One at a time, however often somebody asks.
create unique index backup_jobs_open_idx on backup_jobs ((true)) where ended_at is null;
create index backup_jobs_wanted_at_idx on backup_jobs (wanted_at desc);

-- How long a backup took; empty for those that an earlier version made.
alter table backup_runs add column started_at timestamptz;
