-- What administrators and alerts are told about the system: src/domain/health/.

-- The running processes, each as it last said it is. One that was stopped in order takes its row away.
create table server_processes (
  id uuid primary key,
  kind text not null check (kind in ('server', 'judge')),
  host text not null,
  pid integer not null,
  version text not null,
  node text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  facts jsonb not null
);

-- `failures`: how often in a row; `asked_at`: when an administrator wanted it to run at once.
alter table chore_runs add column every_seconds integer;
alter table chore_runs add column failures integer not null default 0;
alter table chore_runs add column asked_at timestamptz;

-- Backups that the command line finished. The file itself is wherever its operator put it.
create table backup_runs (
  id uuid primary key default gen_random_uuid(),
  finished_at timestamptz not null,
  file text not null,
  bytes bigint not null,
  is_encrypted boolean not null,
  version text not null
);
create index backup_runs_finished_at_idx on backup_runs (finished_at desc);

-- Problems: of one cause there is one open row. `raised_at`: people were told; `over_at`: they were told that it is over.
create table health_alerts (
  id uuid primary key default gen_random_uuid(),
  cause text not null,
  kind text not null,
  subject text not null,
  detail text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  raised_at timestamptz,
  ended_at timestamptz,
  over_at timestamptz
);
create unique index health_alerts_open_idx on health_alerts (cause) where ended_at is null;
create index health_alerts_first_seen_at_idx on health_alerts (first_seen_at desc);

-- What is posted to the webhook, until it was taken or given up.
create table alert_posts (
  id uuid primary key default gen_random_uuid(),
  body jsonb not null,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  attempts integer not null default 0,
  posted_at timestamptz,
  failed_at timestamptz,
  last_error text
);
create index alert_posts_due_idx on alert_posts (next_attempt_at) where posted_at is null and failed_at is null;
