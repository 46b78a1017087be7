-- Print address labels: name, a comma and the city; if the city is missing, print (no city).
-- One column, sorted by name.
SELECT name || ', ' || coalesce(city, '(no city)') AS label
FROM   customers
ORDER  BY name;
