-- A hidden review that its author deletes stays as a mark without its words: saving it again would undo the hiding.
alter table course_reviews add column removed_at timestamptz;
