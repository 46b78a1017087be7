-- A session in which an administrator sees what a user sees. It ends with the administrator's own session.
alter table sessions
  add column support_from uuid references sessions (id) on delete cascade,
  add column support_reason text,
  add constraint sessions_support_reason check ((support_from is null) = (support_reason is null));
create index sessions_support_from_idx on sessions (support_from) where support_from is not null;
