-- One output is made for each of these rows: see "each" in pipeline.json.
SELECT state, sum(flights) AS flights
FROM delays_by_airport
GROUP BY state
ORDER BY flights DESC, state
LIMIT 5
