-- Which customers can we not reach by email?
-- Show the name.
SELECT name
FROM   customers
WHERE  email IS NULL;
