-- Which process judges a run, by the number of its lock: once that process is gone, another judges it without waiting for the
-- lease. Processes of the release before write none, and their runs wait.
alter table lab_runs add column judge integer;
