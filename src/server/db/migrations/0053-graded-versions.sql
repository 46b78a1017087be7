-- The version by which an attempt is graded, where that is another than the one it was asked: set when a key is mended.
alter table exam_attempts add column graded_version_id uuid references exam_versions (id) on delete cascade;
create index exam_attempts_graded_version_idx on exam_attempts (graded_version_id) where graded_version_id is not null;
