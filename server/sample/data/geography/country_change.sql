SELECT
  y.country,
  max(y.life_expect) FILTER (WHERE y."year" = 2005)
    - max(y.life_expect) FILTER (WHERE y."year" = 1955) AS life_gain_1955_2005,
  any_value(c.income) AS income,
  any_value(c.region) AS region
FROM geography.country_years y
JOIN geography.countries c USING (country)
GROUP BY y.country
HAVING count(*) >= 10
ORDER BY 2 DESC
