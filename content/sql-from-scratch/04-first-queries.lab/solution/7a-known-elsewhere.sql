-- Which customers are known to live somewhere other than Lyon?
-- Show the name.
SELECT name
FROM   customers
WHERE  city <> 'Lyon';
