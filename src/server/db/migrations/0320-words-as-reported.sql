-- What a comment said when it was reported: its author may edit it afterwards. Only open and lately closed reports hold it.
alter table comment_reports add column said text check (char_length(said) <= 5000);
create index comment_reports_said_idx on comment_reports (comment_id) where said is not null;
