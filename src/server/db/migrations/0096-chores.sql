-- What one process at a time does for the whole school: who does it until when, and how it went the last time.
create table chore_runs (
  name text primary key,
  holder uuid not null,
  leased_until timestamptz not null,
  last_started_at timestamptz not null,
  last_finished_at timestamptz,
  last_error text
);
