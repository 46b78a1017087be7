-- What a lab asks. A changed one is a new version, so that what was passed stays. json, not jsonb: the order of files is the order
-- of the tabs.
create table lab_specs (
  section_id uuid not null references section_registry (id) on delete cascade,
  version integer not null,
  runner text not null,
  spec json not null,
  files json not null,
  solution json not null,
  -- The files of the folder as they were written, by path, for the export.
  source json not null,
  -- The author took the checks away: the section is a text again.
  retired boolean not null default false,
  created_at timestamptz not null,
  primary key (section_id, version)
);

-- What a learner has written; it outlives the section.
create table lab_work (
  user_id uuid not null references users (id) on delete cascade,
  section_id uuid not null references section_registry (id) on delete cascade,
  -- 256 kB of text, as JSON escapes it.
  files json not null check (octet_length(files::text) <= 600000),
  version integer not null default 1,
  hints integer not null default 0,
  updated_at timestamptz not null,
  primary key (user_id, section_id)
);
create index lab_work_section_idx on lab_work (section_id);

create table lab_runs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  section_id uuid not null references section_registry (id) on delete cascade,
  exam_attempt_id uuid references exam_attempts (id) on delete cascade,
  spec_version integer not null,
  files json not null,
  -- failed: it could not be judged, which is never "not passed".
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  tries integer not null default 0,
  queued_at timestamptz not null,
  started_at timestamptz,
  leased_until timestamptz,
  finished_at timestamptz,
  verdict json,
  points integer,
  cpu_ms integer,
  peak_mb integer,
  runtime_hash text
);
-- A newer submission takes the place of the one that waits.
create unique index lab_runs_waiting_idx on lab_runs (user_id, section_id) where state = 'queued';
create index lab_runs_open_idx on lab_runs (queued_at) where state in ('queued', 'running');
create index lab_runs_user_idx on lab_runs (user_id, section_id, queued_at);
create index lab_runs_section_idx on lab_runs (section_id, queued_at);
create index lab_runs_exam_idx on lab_runs (exam_attempt_id);
