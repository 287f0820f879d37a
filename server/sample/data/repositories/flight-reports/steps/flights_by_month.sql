SELECT
  date_trunc('month', departure)::DATE AS month,
  count(*) AS flights,
  round(avg(delay), 2) AS avg_delay_min,
  round(100.0 * count(*) FILTER (WHERE delay > 15) / count(*), 1) AS pct_late
FROM aviation.flights
GROUP BY ALL
ORDER BY month
