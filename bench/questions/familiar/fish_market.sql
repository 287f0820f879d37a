-- A fish auction by a harbor.
CREATE TABLE harbour AS FROM (VALUES ('PEN', 'Penmoor', 'Cornwall', 34), ('ARD', 'Ardglen', 'Argyll', 18), ('SKE', 'Skelby', 'Yorkshire', 22), ('LUN', 'Lunway', 'Shetland', 12)) AS t(code, name, county, berths);
CREATE TABLE skippers AS FROM (VALUES (11, 'Gil', 'Trevose', 1968, 'PEN'), (12, 'Morag', 'Sinclair', 1975, 'ARD'), (13, 'Ned', 'Harker', 1982, 'SKE'), (14, 'Inga', 'Manson', 1990, 'LUN'), (15, 'Piers', 'Nance', 1959, 'PEN'), (16, 'Davie', 'Ross', 1987, 'ARD')) AS t(id, first_name, last_name, birth_year, home_harbour);
CREATE TABLE boats AS FROM (VALUES (1, 'Silver Darling', 'Trawler', 24.5, 1998, 11, 'PEN'), (2, 'Morning Star', 'Crabber', 10.2, 2011, 15, 'PEN'), (3, 'Fidelity', 'Trawler', 27.0, 1989, 12, 'ARD'), (4, 'Kittiwake', 'Netter', 14.8, 2006, 13, 'SKE'), (5, 'Northern Quest', 'Trawler', 31.4, 2015, 14, 'LUN'), (6, 'Hopeful', 'Crabber', 9.6, 1979, NULL, 'SKE'), (7, 'Provider', 'Longliner', 18.3, 2001, 16, 'ARD')) AS t(id, name, type, length_m, built, skipper_id, harbour_code);
CREATE TABLE species AS FROM (VALUES (1, 'Cod', 'Whitefish', 35, true), (2, 'Haddock', 'Whitefish', 30, true), (3, 'Monkfish', 'Whitefish', NULL, false), (4, 'Mackerel', 'Pelagic', 20, true), (5, 'Herring', 'Pelagic', 20, true), (6, 'Brown crab', 'Shellfish', 14, false), (7, 'Lobster', 'Shellfish', 9, false), (8, 'Turbot', 'Flatfish', 30, false), (9, 'Sardine', 'Pelagic', 11, false)) AS t(id, common_name, family, min_size_cm, under_quota);
CREATE TABLE landings AS SELECT 500 + i AS landing_id, 1 + (i * 3) % 7 AS boat_id, 1 + (i * 5) % 8 AS species_id, DATE '2024-01-03' + ((i * 7) % 330)::INT AS landed_on, 40 + (i * 37) % 900 AS weight_kg, ['A', 'B', 'C', 'A'][1 + i % 4] AS grade FROM range(0, 140) AS r(i);
CREATE TABLE buyers AS FROM (VALUES (1, 'Harbour Kitchen', 'Restaurant', 'Truro', DATE '2019-04-01'), (2, 'Blue Crate Wholesale', 'Wholesaler', 'Leeds', DATE '2012-10-12'), (3, 'Fishmonger Ltd', 'Retailer', 'York', DATE '2016-06-30'), (4, 'Oban Smokehouse', 'Processor', 'Oban', DATE '2020-02-17'), (5, 'Seaview Hotel', 'Restaurant', 'Penzance', DATE '2022-05-09'), (6, 'Catch & Co', 'Retailer', 'Leeds', DATE '2023-11-21')) AS t(buyer_id, company, kind, town, registered);
CREATE TABLE sales AS SELECT 1 + i AS sale_no, 500 + (i * 3) % 131 AS landing_id, 1 + (i * 2) % 5 AS buyer_id, 10 + (i * 13) % 120 AS kg, round(2.5 + ((i * 29) % 160) / 10.0, 2) AS price_per_kg, i % 9 <> 0 AS paid FROM range(0, 180) AS r(i);

-- How many boats are registered in each harbour? Show the harbour name and the number of boats.
SELECT h.name, count(b.id) FROM harbour h LEFT JOIN boats b ON b.harbour_code = h.code GROUP BY 1;
-- List the name and length of every trawler.
SELECT name, length_m FROM boats WHERE type = 'Trawler';
-- What is the oldest boat?
SELECT name FROM boats ORDER BY built LIMIT 1;
-- Which boats are longer than 15 metres?
SELECT name FROM boats WHERE length_m > 15;
-- Show all boat types and the average length for each type.
SELECT type, avg(length_m) FROM boats GROUP BY 1;
-- Which boat has no skipper?
SELECT name FROM boats WHERE skipper_id IS NULL;
-- Who is the skipper of the Fidelity?
SELECT first_name, last_name FROM skippers s JOIN boats b ON b.skipper_id = s.id WHERE b.name = 'Fidelity';
-- Give the first and last names of skippers born before 1980, from youngest to oldest.
SELECT first_name, last_name FROM skippers WHERE birth_year < 1980 ORDER BY birth_year DESC;
-- How many species are under quota?
SELECT count(*) FROM species WHERE under_quota;
-- Which species have never been landed?
SELECT common_name FROM species WHERE id NOT IN (SELECT species_id FROM landings);
-- What is the total weight landed by each boat?
SELECT b.name, sum(weight_kg) FROM boats b JOIN landings l ON l.boat_id = b.id GROUP BY 1;
-- Which boat landed the most cod?
SELECT b.name FROM boats b JOIN landings l ON l.boat_id = b.id JOIN species s ON s.id = l.species_id WHERE common_name = 'Cod' GROUP BY 1 ORDER BY sum(weight_kg) DESC LIMIT 1;
-- total landed weight per month
SELECT month(landed_on), sum(weight_kg) FROM landings GROUP BY 1;
-- How many kilos of lobster were landed in March 2024?
SELECT sum(weight_kg) FROM landings JOIN species s ON s.id = species_id WHERE common_name = 'Lobster' AND year(landed_on) = 2024 AND month(landed_on) = 3;
-- Average weight of grade A landings
SELECT avg(weight_kg) FROM landings WHERE grade = 'A';
-- top 5 landings by weight
SELECT landing_id FROM landings ORDER BY weight_kg DESC LIMIT 5;
-- Which buyers are from Leeds?
SELECT company FROM buyers WHERE town = 'Leeds';
-- How many buyers of each kind are there?
SELECT kind, count(*) FROM buyers GROUP BY 1;
-- Which buyers haven't bought anything?
SELECT company FROM buyers WHERE buyer_id NOT IN (SELECT buyer_id FROM sales);
-- Which company bought the most kilos?
SELECT company FROM buyers JOIN sales USING (buyer_id) GROUP BY 1 ORDER BY sum(kg) DESC LIMIT 1;
-- How many sales are still unpaid?
SELECT count(*) FROM sales WHERE NOT paid;
-- What is the average price per kg for each species?
SELECT common_name, avg(price_per_kg) FROM sales JOIN landings USING (landing_id) JOIN species s ON s.id = species_id GROUP BY 1;
-- What is the highest price per kg ever paid for turbot?
SELECT max(price_per_kg) FROM sales JOIN landings USING (landing_id) JOIN species s ON s.id = species_id WHERE common_name = 'Turbot';
-- List the companies that bought monkfish.
SELECT DISTINCT company FROM buyers JOIN sales USING (buyer_id) JOIN landings USING (landing_id) JOIN species s ON s.id = species_id WHERE common_name = 'Monkfish';
-- Which harbours have more than 20 berths?
SELECT name FROM harbour WHERE berths > 20;
-- What share of the landings were grade A?
SELECT 100.0 * count(*) FILTER (grade = 'A') / count(*) FROM landings;
-- Which skippers live in a harbour in Argyll?
SELECT first_name, last_name FROM skippers JOIN harbour ON code = home_harbour WHERE county = 'Argyll';
-- Compare the total weight of cod and haddock
SELECT common_name, sum(weight_kg) FROM landings JOIN species s ON s.id = species_id WHERE common_name IN ('Cod', 'Haddock') GROUP BY 1;
-- Which boats landed both cod and herring?
SELECT b.name FROM boats b WHERE id IN (SELECT boat_id FROM landings JOIN species s ON s.id = species_id WHERE common_name = 'Cod') AND id IN (SELECT boat_id FROM landings JOIN species s ON s.id = species_id WHERE common_name = 'Herring');
-- Which boats landed neither cod nor turbot?
SELECT b.name FROM boats b WHERE id NOT IN (SELECT boat_id FROM landings JOIN species s ON s.id = species_id WHERE common_name IN ('Cod', 'Turbot'));
-- kg of lobster landed per boat
SELECT b.name, sum(weight_kg) FROM boats b JOIN landings l ON l.boat_id = b.id JOIN species s ON s.id = l.species_id WHERE common_name = 'Lobster' GROUP BY 1;
-- Which buyers bought cod but not haddock?
SELECT company FROM buyers WHERE buyer_id IN (SELECT buyer_id FROM sales JOIN landings USING (landing_id) JOIN species s ON s.id = species_id WHERE common_name = 'Cod') AND buyer_id NOT IN (SELECT buyer_id FROM sales JOIN landings USING (landing_id) JOIN species s ON s.id = species_id WHERE common_name = 'Haddock');
-- Names of skippers older than the average
SELECT first_name, last_name FROM skippers WHERE birth_year < (SELECT avg(birth_year) FROM skippers);
-- How much fuel did the Provider burn?
refuse
-- Which crew member has the longest contract?
refuse
-- What was the water temperature when the cod were landed?
refuse
-- How many boats sank last year?
refuse
-- What is the salary of Morag Sinclair?
refuse
-- Which buyers complained about the quality?
refuse
-- Who owns the Kittiwake?
refuse
-- What will cod cost next month?
refuse
