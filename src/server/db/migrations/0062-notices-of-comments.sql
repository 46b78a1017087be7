-- A notice that quotes a comment obeys the rule of the comment: its course may be above the reader's tier, now or later, and the
-- comment may be hidden or removed since.
alter table notice_events add column comment_id uuid references comments (id) on delete cascade;
alter table notifications add column comment_id uuid references comments (id) on delete cascade;

update notice_events e set comment_id = c.id from comments c
where e.kind = 'comment-reply' and e.event_key = 'comment-reply:' || c.id;
update notifications n set comment_id = e.comment_id from notice_events e
where e.id = n.event_id and e.comment_id is not null;

create index notice_events_comment_idx on notice_events (comment_id) where comment_id is not null;
create index notifications_comment_idx on notifications (comment_id) where comment_id is not null;
