-- Everyone except the Lyon customers.
-- Show the name.
SELECT name
FROM   customers
WHERE  city IS DISTINCT FROM 'Lyon';
