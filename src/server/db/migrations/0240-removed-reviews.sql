-- A hidden review that its author deletes stays as a mark without its words: saving it again would undo the hiding.
alter table course_reviews
  add column removed_at timestamptz,
  add constraint course_reviews_removed_while_hidden check (removed_at is null or (hidden_at is not null and body = ''));
