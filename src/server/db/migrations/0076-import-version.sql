-- The version that an import wrote: a course with another version was edited here since then. Null: not known.
alter table courses add column import_version integer;
