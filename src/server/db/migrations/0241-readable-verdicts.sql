-- Nothing can look into JSON with NUL or half of a pair of surrogates, so one such verdict stopped every list of its lab. Pairs are
-- written as they are: each \ud… is a half.
update lab_runs set verdict = regexp_replace(verdict::text, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})', '\1\\ufffd', 'g')::json
  where verdict::text ~ '\\u(?:0000|d[89a-f])';
