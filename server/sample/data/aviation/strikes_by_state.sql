SELECT
  s.state,
  count(*) AS strikes,
  sum(b."Cost Total $") AS total_cost,
  any_value(s.population) AS population,
  round(1e6 * count(*) / any_value(s.population), 2) AS strikes_per_million
FROM aviation.bird_strikes b
JOIN geography.us_states s ON b."Origin State" = s.state
GROUP BY s.state
ORDER BY strikes DESC
