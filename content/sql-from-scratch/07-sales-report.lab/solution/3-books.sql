-- For every book: title, copies sold, and revenue, best first.
-- Books that sold nothing have 0 and 0; books with the same revenue are in the order of their titles.
SELECT b.title,
       coalesce(sum(s.quantity), 0)                AS copies,
       coalesce(sum(s.quantity * s.unit_price), 0) AS revenue
FROM   books AS b
LEFT   JOIN (
         SELECT i.book_id, i.quantity, i.unit_price
         FROM   order_items AS i
         JOIN   orders      AS o ON o.id = i.order_id
         WHERE  o.status <> 'canceled'
       ) AS s ON s.book_id = b.id
GROUP  BY b.id, b.title
ORDER  BY revenue DESC, b.title;
