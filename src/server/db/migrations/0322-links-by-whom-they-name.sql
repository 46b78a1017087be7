-- What opens something lives for up to two weeks where it is an invitation; an erasure read all of it, to find what names one person.
create index verifications_mentioned_idx on verifications using gin (mentioned(value || ' ' || identifier));
