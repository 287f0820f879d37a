SELECT
  a.iata,
  a.name,
  a.state,
  count(*) AS flights,
  round(avg(f.delay), 2) AS avg_delay_min,
  round(100.0 * count(*) FILTER (WHERE f.delay > 15) / count(*), 1) AS pct_late
FROM aviation.flights f
JOIN aviation.airports a ON f.origin = a.iata
GROUP BY ALL
ORDER BY flights DESC
