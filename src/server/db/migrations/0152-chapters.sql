-- The chapter that a section is in: sections in a row that name the same one are that chapter. Empty: in none.
alter table course_content
  add column chapter text not null default '',
  add constraint course_content_chapter_length check (char_length(chapter) <= 200);
