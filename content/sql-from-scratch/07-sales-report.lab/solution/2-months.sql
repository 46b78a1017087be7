-- Revenue for each month: its first day, and the revenue, in the order of time.
SELECT date_trunc('month', o.ordered_on)::date AS month,
       sum(i.quantity * i.unit_price)           AS revenue
FROM   order_items AS i
JOIN   orders      AS o ON o.id = i.order_id
WHERE  o.status <> 'canceled'
GROUP  BY 1
ORDER  BY 1;
