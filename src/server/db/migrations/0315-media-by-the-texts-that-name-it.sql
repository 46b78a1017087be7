-- no-transaction
-- Which texts name a file of the library is found by indexes, without reading the texts. They are built while everybody goes on;
-- a build that failed half way begins again.
create or replace function media_ids(held text) returns text[]
  language plpgsql immutable strict parallel safe cost 10000 as $$
begin
  return array(select distinct m[1] from pg_catalog.regexp_matches(held, '/media/([0-9a-f-]{36})', 'g') m);
end $$;

drop index if exists courses_thumbnail_media_idx;
create index concurrently courses_thumbnail_media_idx on courses using gin (media_ids(thumbnail)) with (fastupdate = off)
  where thumbnail like '%/media/%';
drop index if exists courses_description_media_idx;
create index concurrently courses_description_media_idx on courses using gin (media_ids(description)) with (fastupdate = off)
  where description like '%/media/%';
drop index if exists course_content_content_media_idx;
create index concurrently course_content_content_media_idx on course_content using gin (media_ids(content)) with (fastupdate = off)
  where content like '%/media/%';
drop index if exists course_content_content_html_media_idx;
create index concurrently course_content_content_html_media_idx on course_content using gin (media_ids(content_html)) with (fastupdate = off)
  where content_html like '%/media/%';
drop index if exists course_content_exam_media_idx;
create index concurrently course_content_exam_media_idx on course_content using gin (media_ids(exam::text)) with (fastupdate = off)
  where (exam::text) like '%/media/%';
drop index if exists course_content_video_url_media_idx;
create index concurrently course_content_video_url_media_idx on course_content using gin (media_ids(video_url)) with (fastupdate = off)
  where video_url like '%/media/%';
drop index if exists course_content_captions_url_media_idx;
create index concurrently course_content_captions_url_media_idx on course_content using gin (media_ids(captions_url)) with (fastupdate = off)
  where captions_url like '%/media/%';
drop index if exists course_versions_content_media_idx;
create index concurrently course_versions_content_media_idx on course_versions using gin (media_ids(content::text)) with (fastupdate = off)
  where (content::text) like '%/media/%';
drop index if exists course_drafts_content_media_idx;
create index concurrently course_drafts_content_media_idx on course_drafts using gin (media_ids(content::text)) with (fastupdate = off)
  where (content::text) like '%/media/%';
drop index if exists section_registry_stored_media_idx;
create index concurrently section_registry_stored_media_idx on section_registry using gin (media_ids(stored::text)) with (fastupdate = off)
  where (stored::text) like '%/media/%';
drop index if exists bank_questions_question_media_idx;
create index concurrently bank_questions_question_media_idx on bank_questions using gin (media_ids(question::text)) with (fastupdate = off)
  where (question::text) like '%/media/%';
drop index if exists bank_trash_stored_media_idx;
create index concurrently bank_trash_stored_media_idx on bank_trash using gin (media_ids(stored::text)) with (fastupdate = off)
  where (stored::text) like '%/media/%';
drop index if exists bank_question_versions_question_media_idx;
create index concurrently bank_question_versions_question_media_idx on bank_question_versions using gin (media_ids(question::text)) with (fastupdate = off)
  where (question::text) like '%/media/%';
drop index if exists exam_versions_exam_media_idx;
create index concurrently exam_versions_exam_media_idx on exam_versions using gin (media_ids(exam::text)) with (fastupdate = off)
  where (exam::text) like '%/media/%';
drop index if exists exam_versions_html_media_idx;
create index concurrently exam_versions_html_media_idx on exam_versions using gin (media_ids(html::text)) with (fastupdate = off)
  where (html::text) like '%/media/%';
drop index if exists page_content_content_media_idx;
create index concurrently page_content_content_media_idx on page_content using gin (media_ids(content)) with (fastupdate = off)
  where content like '%/media/%';
drop index if exists page_content_markdown_media_idx;
create index concurrently page_content_markdown_media_idx on page_content using gin (media_ids(markdown)) with (fastupdate = off)
  where markdown like '%/media/%';
drop index if exists page_revisions_content_media_idx;
create index concurrently page_revisions_content_media_idx on page_revisions using gin (media_ids(content::text)) with (fastupdate = off)
  where (content::text) like '%/media/%';
drop index if exists custom_pages_markdown_media_idx;
create index concurrently custom_pages_markdown_media_idx on custom_pages using gin (media_ids(markdown)) with (fastupdate = off)
  where markdown like '%/media/%';
drop index if exists custom_pages_content_media_idx;
create index concurrently custom_pages_content_media_idx on custom_pages using gin (media_ids(content)) with (fastupdate = off)
  where content like '%/media/%';
drop index if exists site_settings_value_media_idx;
create index concurrently site_settings_value_media_idx on site_settings using gin (media_ids(value::text)) with (fastupdate = off)
  where (value::text) like '%/media/%';
drop index if exists authors_picture_media_idx;
create index concurrently authors_picture_media_idx on authors using gin (media_ids(picture)) with (fastupdate = off)
  where picture like '%/media/%';
drop index if exists media_video_media_idx;
create index concurrently media_video_media_idx on media using gin (media_ids(video::text)) with (fastupdate = off)
  where (video::text) like '%/media/%';
drop index if exists media_tracks_media_idx;
create index concurrently media_tracks_media_idx on media using gin (media_ids(tracks::text)) with (fastupdate = off)
  where (tracks::text) like '%/media/%';

analyze courses, course_content, course_versions, course_drafts, section_registry, bank_questions, bank_trash, bank_question_versions, exam_versions, page_content, page_revisions, custom_pages, site_settings, authors, media;
