-- The revenue of all orders that are not canceled. One row, one column.
SELECT sum(i.quantity * i.unit_price) AS revenue
FROM   order_items AS i
JOIN   orders      AS o ON o.id = i.order_id
WHERE  o.status <> 'canceled';
