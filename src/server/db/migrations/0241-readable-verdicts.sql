-- Nothing can look into JSON with NUL or half of a pair of surrogates, so one such verdict stopped every list of its lab. Here, and
-- not in the judge, as judges of the release before write during an update, too. PostgreSQL 15 can't say what it can read.
create function keep_verdict_readable() returns trigger language plpgsql as $$
declare
  -- No raw control character is in JSON: one stands for an escaped backslash, another for the escapes of a whole pair.
  told text := replace(new.verdict::text, '\\', chr(1));
begin
  told := regexp_replace(told, '\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})', chr(2) || '\1' || chr(2) || '\2', 'g');
  told := regexp_replace(told, '\\u(?:0000|d[89a-f][0-9a-f]{2})', '\\ufffd', 'g');
  new.verdict := replace(replace(told, chr(2), '\u'), chr(1), '\\')::json;
  return new;
end $$;

create trigger lab_runs_verdict_readable before insert or update of verdict on lab_runs
  for each row when (new.verdict::text ~ '\\u(?:0000|d[89a-f])') execute function keep_verdict_readable();

update lab_runs set verdict = verdict where verdict::text ~ '\\u(?:0000|d[89a-f])';
