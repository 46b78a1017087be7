-- Captions and chapters of a video, for every place that plays it: [{"kind", "language", "label", "address"}].
alter table media add column tracks jsonb not null default '[]';
