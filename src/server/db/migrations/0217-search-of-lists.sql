-- Certificates and reviews are searched by any part of their words: what few have is found without reading all of them.
create index certificates_words_idx on certificates using gin
  (holder_name gin_trgm_ops, title gin_trgm_ops, course_title gin_trgm_ops);
create index course_reviews_words_idx on course_reviews using gin (body gin_trgm_ops);
