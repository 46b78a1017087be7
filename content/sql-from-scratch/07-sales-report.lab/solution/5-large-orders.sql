-- Orders worth more than 30 euros: order number, customer name, and value, largest first.
SELECT o.id, c.name, sum(i.quantity * i.unit_price) AS value
FROM   orders      AS o
JOIN   customers   AS c ON c.id = o.customer_id
JOIN   order_items AS i ON i.order_id = o.id
WHERE  o.status <> 'canceled'
GROUP  BY o.id, c.name
HAVING sum(i.quantity * i.unit_price) > 30
ORDER  BY value DESC;
