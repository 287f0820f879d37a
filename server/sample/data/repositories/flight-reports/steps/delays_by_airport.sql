-- No output hands this out: it is for the steps below, and is found beside the outputs of a preview.
SELECT
  a.iata,
  a.name,
  a.city,
  a.state,
  count(*) AS flights,
  round(avg(f.delay), 2) AS avg_delay_min,
  max(f.delay) AS worst_delay_min
FROM aviation.flights f
JOIN aviation.airports a ON f.origin = a.iata
GROUP BY ALL
ORDER BY a.state, flights DESC, a.iata
