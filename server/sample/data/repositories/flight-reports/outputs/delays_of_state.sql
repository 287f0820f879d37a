-- each_row is the row of busiest_states that this output is for.
SELECT d.iata, d.name, d.city, d.flights, d.avg_delay_min, d.worst_delay_min
FROM delays_by_airport d
JOIN each_row USING (state)
ORDER BY d.flights DESC, d.iata
