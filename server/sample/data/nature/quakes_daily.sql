SELECT
  time::DATE AS day,
  count(*) AS quakes,
  round(max(magnitude), 1) AS strongest,
  round(avg(depth_km), 1) AS avg_depth_km
FROM nature.earthquakes
WHERE event_type = 'earthquake'
GROUP BY 1
ORDER BY 1
