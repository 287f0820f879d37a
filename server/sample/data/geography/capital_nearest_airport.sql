-- Great-circle distances in km, by the haversine formula.
WITH distances AS (
  SELECT
    s.state,
    s.capital,
    a.iata,
    2 * 6371 * asin(sqrt(
      pow(sin(radians(a.latitude - s.capital_latitude) / 2), 2)
      + cos(radians(s.capital_latitude)) * cos(radians(a.latitude))
        * pow(sin(radians(a.longitude - s.capital_longitude) / 2), 2)
    )) AS km
  FROM geography.us_states s
  JOIN aviation.airports a ON abs(s.capital_latitude - a.latitude) < 0.6
)
SELECT
  state,
  any_value(capital) AS capital,
  min_by(iata, km) AS nearest_airport,
  round(min(km), 1) AS km
FROM distances
GROUP BY state
ORDER BY km
