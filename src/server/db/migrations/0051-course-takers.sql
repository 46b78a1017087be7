-- Who studies a course, in an order that is cheap to read the beginning of, however many there are.
create index enrolments_takers_idx on enrolments (course_id, user_id);
drop index enrolments_course_idx;
