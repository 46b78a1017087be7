-- When the owner of a session last proved to be it: at the sign-in, and again before what matters.
alter table sessions add column proved_at timestamptz not null default now();
update sessions set proved_at = created_at;
