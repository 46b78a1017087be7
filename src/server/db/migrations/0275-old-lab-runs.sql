-- The paths of the files, which are asked for without reading the files; null in what the release before wrote.
alter table lab_runs add column paths text[];
-- How many of the learner's submissions are deleted: newer ones took their place.
alter table lab_work add column dropped_runs integer not null default 0;
