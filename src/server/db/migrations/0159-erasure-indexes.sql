-- Whom a text speaks of: ids and addresses of people, so that an index finds the rows that an erasure must change. A
-- search puts what it looks for through the same function, so that both sides cut alike.
create function mentioned(text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct word[1]), '{}') from regexp_matches(
    -- In JSON a line break is two characters, of which the second is no part of the word after it.
    lower(regexp_replace($1, '\\[nrtbf]', ' ', 'g')),
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*', 'g') as word
$$;

-- A mail that has gone out has no words any more; what waits is few.
create index mail_outbox_words_idx on mail_outbox (created_at) where props <> '{}';
create index mail_outbox_about_idx on mail_outbox (split_part(event_key, ':', 2));
create index mail_outbox_reader_idx on mail_outbox (split_part(event_key, ':', 3)) where split_part(event_key, ':', 3) <> '';
create index notice_events_mentioned_idx on notice_events using gin (mentioned(event_key || ' ' || link || ' ' || props::text));
create index audit_log_mentioned_idx on audit_log
  using gin (mentioned(coalesce(entity_id, '') || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, '')));

-- What goes with an account was looked for in the whole table.
create index notice_events_user_idx on notice_events (user_id) where user_id is not null;
create index notifications_user_idx on notifications (user_id);
create index comments_hidden_by_idx on comments (hidden_by) where hidden_by is not null;
create index comments_removed_by_idx on comments (removed_by) where removed_by is not null;
create index comment_decisions_decided_by_idx on comment_decisions (decided_by) where decided_by is not null;
create index comment_reports_reporter_idx on comment_reports (reporter_id);

-- One notice for many people is delivered in parts: everybody up to here was told. Null: not begun, or finished.
alter table notice_events add column reached uuid;
