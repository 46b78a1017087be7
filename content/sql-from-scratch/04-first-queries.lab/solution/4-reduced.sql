-- Show me the prices with a tenth off, for everything whose reduced price is under 14 euros.
-- Show title and reduced price with two decimals, cheapest first.
SELECT title, round(price * 0.9, 2) AS reduced
FROM   books
WHERE  price * 0.9 < 14
ORDER  BY reduced;
