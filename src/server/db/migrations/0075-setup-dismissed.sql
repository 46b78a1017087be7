-- When an administrator put the checklist of the first steps away; null: it is shown while something is left to do.
alter table profiles add column setup_dismissed_at timestamptz;
