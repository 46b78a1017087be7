-- A session in use is renewed every minute, which changes nothing but times: with an index by ranges, and room on its page, it
-- needs no new entries in the other indexes. The sweep that asks this index runs seldom.
drop index sessions_expires_at_idx;
create index sessions_expires_at_idx on sessions using brin (expires_at);
alter table sessions set (fillfactor = 85);
