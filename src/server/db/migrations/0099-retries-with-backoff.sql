-- What fails is tried again later, and waits behind what has not failed. Null: nothing failed yet.
alter table files_to_remove add column failures int not null default 0, add column retry_at timestamptz;
create index files_to_remove_retry_idx on files_to_remove (retry_at nulls first, key);
alter table notice_events add column failures int not null default 0, add column retry_at timestamptz;
alter table notification_settings add column digest_failures int not null default 0, add column digest_retry_at timestamptz;
