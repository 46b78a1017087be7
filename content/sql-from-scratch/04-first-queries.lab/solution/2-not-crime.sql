-- What did you get in since 2020 that is not crime?
-- Show title, genre, and year, newest first.
SELECT title, genre, published_year
FROM   books
WHERE  published_year >= 2020
  AND  genre <> 'crime'
ORDER  BY published_year DESC, title;
