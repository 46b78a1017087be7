-- The Markdown that a page is written in; `content` then holds what the server made of it. Null: the page is written in HTML.
alter table page_content add column markdown text;
