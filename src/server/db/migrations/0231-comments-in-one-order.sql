-- One index instead of two for what stands under a course: conversations (depth 0) in their order, and all comments of a course.
-- The release before finds its conversations by the course alone, and sorts them, until its processes have ended.
create index comments_course_idx on comments (course_id, depth, created_at, id);
drop index comments_thread_idx;
drop index comments_count_idx;
