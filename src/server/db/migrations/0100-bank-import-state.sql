-- What a bank was after its last import from a file: a fingerprint of its version and of those of its questions. Null: made in
-- the browser, or imported before this was kept.
alter table question_banks add column import_state text;
