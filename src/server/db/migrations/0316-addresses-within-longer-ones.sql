-- An address within a longer one is somebody else's: an erasure took it out of theirs in the audit log. Most values name nobody but
-- the id: the search for what stands around an address begins where there is one.
create or replace function erase_identity(value jsonb, id text, addresses text[], names text[], pseudonym text)
returns jsonb language plpgsql immutable as $$
declare
  words text := replace(value::text, id, pseudonym);
  word text;
begin
  foreach word in array addresses loop
    continue when strpos(lower(words), lower(word)) = 0;
    words := regexp_replace(words,
      -- In JSON a line break is two characters, of which the second is no part of the address after it.
      '((?<![[:alnum:]._+-])|(?<=\\[nrtbf]))' || regexp_replace(word, '([^\w@])', '\\\1', 'g')
        || '(?![[:alnum:]_-]|\.[[:alnum:]])', 'deleted', 'gi');
  end loop;
  foreach word in array names loop
    words := replace(words, to_jsonb(word)::text, '"Deleted user"');
  end loop;
  return words::jsonb;
end $$;
