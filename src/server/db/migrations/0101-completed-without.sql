-- The sections whose removal completed a course for somebody: when one of them returns, that completion is taken back. Null: the
-- learner did all that counted.
alter table enrolments add column completed_without uuid[];
