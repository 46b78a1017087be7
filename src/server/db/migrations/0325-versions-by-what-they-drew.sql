-- no-transaction
-- How many attempts drew a question of a bank is found without reading every version of every exam. The index is built while
-- everybody goes on; a build that failed half way begins again.
drop index if exists exam_versions_drawn_idx;
create index concurrently exam_versions_drawn_idx on exam_versions using gin ((exam->'drawn') jsonb_path_ops) with (fastupdate = off);

analyze exam_versions;
