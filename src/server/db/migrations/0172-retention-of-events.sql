-- Rows come in the order of time: a small index finds the old ones.
create index notice_events_created_at_idx on notice_events using brin (created_at);
