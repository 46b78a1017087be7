-- Which books cost between 12 and 16 euros, both included?
-- Show title and price, cheapest first.
SELECT title, price
FROM   books
WHERE  price BETWEEN 12 AND 16
ORDER  BY price;
