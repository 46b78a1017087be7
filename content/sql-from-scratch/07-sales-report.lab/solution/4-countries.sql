-- Revenue for each country of an author, best first.
-- Without an author, or without a country: unknown. Only countries with sales.
SELECT coalesce(a.country, 'unknown')  AS country,
       sum(i.quantity * i.unit_price) AS revenue
FROM   order_items AS i
JOIN   orders      AS o ON o.id = i.order_id
JOIN   books       AS b ON b.id = i.book_id
LEFT   JOIN authors AS a ON a.id = b.author_id
WHERE  o.status <> 'canceled'
GROUP  BY coalesce(a.country, 'unknown')
ORDER  BY revenue DESC;
