-- I am looking for a book, it has "er" somewhere in the title.
-- Show the title. Upper or lower case should not matter.
SELECT title
FROM   books
WHERE  title ILIKE '%er%';
