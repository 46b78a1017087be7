-- The same ids and addresses as before. The body of a function in SQL is parsed again by every statement that writes to a table
-- with an index on it; this one is parsed once by each connection. Most texts name ids alone.
create or replace function mentioned(text) returns text[] language plpgsql immutable strict parallel safe as $$
begin
  if position('@' in $1) = 0 and position('\' in $1) = 0 then
    return array(
      select unnest(case when word[1] like '________-____-____-____-____________' then word else array(
        select (regexp_matches(word[1], '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g'))[1]) end)
      from (select regexp_matches(
        lower($1), '[0-9a-f]+-[0-9a-f]+-[0-9a-f]+-[0-9a-f]+-[0-9a-f]+(?:-[0-9a-f]+)*', 'g') as word) as words);
  end if;
  return array(
    select unnest(case when word[1] like any ('{%@%,________-____-____-____-____________}') then word else array(
      select (regexp_matches(word[1], '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g'))[1]) end)
    from (select regexp_matches(
      -- In JSON a line break is two characters, of which the second is no part of the word after it.
      lower(regexp_replace($1, '\\[nrtbf]', ' ', 'g')),
      '[0-9a-f]+-[0-9a-f]+-[0-9a-f]+-[0-9a-f]+-[0-9a-f]+(?:-[0-9a-f]+)*|[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*', 'g') as word) as words);
end $$;
