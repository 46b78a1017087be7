-- Pages of the school are published at a time, as courses and posts are (decision 0146).
-- rolling: the check only allows more, and nobody reads a page in a state that the release before doesn't know
alter table custom_pages add column publish_at timestamptz;
alter table custom_pages drop constraint custom_pages_state_check;
alter table custom_pages add constraint custom_pages_state_check check (state in ('draft', 'scheduled', 'published', 'unlisted'));
create index custom_pages_due_idx on custom_pages (publish_at) where state = 'scheduled';
