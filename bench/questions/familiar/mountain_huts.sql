-- Mountain huts, with names in shorter forms, walks that a guest leads, and dates without times.
CREATE TABLE huts AS FROM (VALUES (1, 'Crow Hut', 'North', 24, 1850, DATE '2001-05-04', true, 38.5, 310), (2, 'Fir Hut', 'North', 40, 1420, DATE '1988-07-01', false, 29, 95), (3, 'Lake Hut', 'South', 18, 2010, DATE '1975-09-12', true, 45, 140), (4, 'Moss Hut', 'South', 40, 1655, DATE '2014-06-30', true, 31.5, 220)) AS t(hut_id, hut_nm, region, beds, elevation_m, opened_on, has_stove, price_per_night, path_len_m);
CREATE TABLE wardens AS FROM (VALUES (1, 'Ada Brun', 1961, 1, 2900), (2, 'Jan Hess', 1990, 2, 3100), (3, 'Mia Lorenz', 1978, 3, 2750)) AS t(warden_id, warden_name, birth_year, hut_id, monthly_pay);
CREATE TABLE guests AS FROM (VALUES (1, 'Tom Price', 'Taiwan', true, 33), (2, 'Lea Wolf', 'Austria', false, 51), (3, 'Ines Pohl', 'Germany', false, 27), (4, 'Karl Ott', 'Germany', true, 64), (5, 'Bo Lind', 'Austria', true, 19)) AS t(guest_id, guest_name, country, is_member, age);
CREATE TABLE stays AS FROM (VALUES (1, 1, 1, DATE '2022-06-01', DATE '2022-07-01', 3, 115.5), (2, 1, 2, DATE '2022-12-30', DATE '2023-07-04', 1, 29), (3, 2, 1, DATE '2022-08-01', DATE '2022-08-01', 2, 77), (4, 3, 3, DATE '2022-11-11', DATE '2023-06-11', 5, 225), (5, 3, 1, DATE '2023-06-20', DATE '2023-06-20', 1, 38.5), (6, 1, 3, DATE '2023-08-01', DATE '2023-08-01', 2, 90), (7, 4, 2, DATE '2022-09-09', DATE '2022-09-09', 4, 116)) AS t(stay_id, guest_id, hut_id, expected_on, arrived_on, nights, amount);
CREATE TABLE weather AS FROM (VALUES (1, DATE '2022-07-01', 6.5, 14.0, 'sun'), (1, DATE '2022-07-02', 4.0, 11.0, 'rain'), (2, DATE '2022-07-01', 9.0, 19.0, 'sun')) AS t(hut_id, day, temp_min, temp_max, sky);
CREATE TABLE walks AS FROM (VALUES (1, 1, 2, DATE '2022-07-02', 12.5), (2, 1, 4, DATE '2022-08-02', 8), (3, 3, 4, DATE '2023-06-12', 15), (4, 2, 4, DATE '2023-07-05', 6)) AS t(walk_id, hut_id, leader_id, walked_on, distance_km);
CREATE TABLE walk_guests AS FROM (VALUES (1, 1), (1, 2), (1, 4), (2, 2), (2, 4), (3, 3), (3, 4), (4, 1), (4, 4)) AS t(walk_id, guest_id);
CREATE TABLE blanket_loans AS FROM (VALUES (1, 1, 'wool', DATE '2022-07-01', DATE '2022-07-04'), (2, 2, 'fleece', DATE '2022-08-01', NULL), (3, 3, 'wool', DATE '2023-06-11', DATE '2023-06-16')) AS t(loan_id, guest_id, blanket, lent_on, returned_on);

-- Which guests stayed in 2022 but not in 2023?
SELECT guest_name FROM guests WHERE guest_id IN (SELECT guest_id FROM stays WHERE year(arrived_on) = 2022) AND guest_id NOT IN (SELECT guest_id FROM stays WHERE year(arrived_on) = 2023);
-- Which guests stayed in 2022 and in 2023?
SELECT guest_name FROM guests WHERE guest_id IN (SELECT guest_id FROM stays WHERE year(arrived_on) = 2022) AND guest_id IN (SELECT guest_id FROM stays WHERE year(arrived_on) = 2023);
-- How many stays in 2022?
SELECT count(*) FROM stays WHERE year(arrived_on) = 2022;
-- How much higher is Lake Hut than Fir Hut?
SELECT 590;
-- By how many meters is Lake Hut higher than Crow Hut?
SELECT 160;
-- difference in beds between Lake Hut and Fir Hut
SELECT -22;
-- How many more beds does Moss Hut have than Crow Hut?
SELECT 16;
-- How many non-members are there?
SELECT count(*) FROM guests WHERE NOT is_member;
-- Who is the oldest warden?
SELECT warden_name FROM wardens WHERE birth_year = 1961;
-- Who is the oldest guest?
SELECT guest_name FROM guests WHERE age = 64;
-- Which huts have a path longer than 200 m?
SELECT hut_nm FROM huts WHERE path_len_m > 200;
-- Show me every hut in the South region.
SELECT hut_nm FROM huts WHERE region = 'South';
-- Which huts opened in the 20th century?
SELECT hut_nm FROM huts WHERE year(opened_on) BETWEEN 1901 AND 2000;
-- List Taiwanese guests
SELECT guest_name FROM guests WHERE country = 'Taiwan';
-- List the wardens, youngest first
SELECT warden_name FROM wardens ORDER BY birth_year DESC;
-- walks led by Karl Ott in 2023
SELECT walk_id FROM walks WHERE leader_id = 4 AND year(walked_on) = 2023;
-- How many walks did Lea Wolf lead?
SELECT count(*) FROM walks WHERE leader_id = 2;
-- How many walks did each leader lead?
SELECT guest_name, count(*) FROM walks JOIN guests ON leader_id = guest_id GROUP BY guest_id, 1;
-- Who was on walk 3?
SELECT guest_name FROM guests JOIN walk_guests USING (guest_id) WHERE walk_id = 3;
-- Who took part in walks longer than 10 km?
SELECT DISTINCT guest_name FROM guests JOIN walk_guests USING (guest_id) JOIN walks USING (walk_id) WHERE distance_km > 10;
-- Which huts have never been visited?
SELECT hut_nm FROM huts WHERE hut_id NOT IN (SELECT hut_id FROM stays);
-- Which huts were visited more than twice?
SELECT hut_nm FROM huts JOIN stays USING (hut_id) GROUP BY hut_id, 1 HAVING count(*) > 2;
-- Which hut did Tom Price visit most often?
SELECT hut_nm FROM huts JOIN stays USING (hut_id) WHERE guest_id = 1 GROUP BY hut_id, 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- Which guest stayed most often?
SELECT guest_name FROM guests JOIN stays USING (guest_id) GROUP BY guest_id, 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- How many minutes did the guests stay?
refuse
-- What is the average stay in minutes?
refuse
-- At what hour did Tom Price arrive?
refuse
-- Who still has a wool blanket?
refuse
-- Which captain commands Crow Hut?
refuse
-- What share of nights was spent in Crow Hut?
SELECT 100.0 * sum(nights) FILTER (hut_id = 1) / sum(nights) FROM stays;
-- Who stayed longest at Lake Hut?
SELECT guest_name FROM guests JOIN stays USING (guest_id) WHERE hut_id = 3 AND nights = 5;
-- Who paid the most?
refuse
