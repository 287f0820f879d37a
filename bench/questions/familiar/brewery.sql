-- A brewery with pubs as customers.
CREATE TABLE staff AS FROM (VALUES (1, 'Alice Thorne', 'head brewer', DATE '2011-09-08', NULL, 16.77, 'N'), (2, 'Ben Okafor', 'brewer', DATE '2023-11-22', 1, 17.37, 'N'), (3, 'Carys Pugh', 'brewer', DATE '2012-08-19', 1, 25.87, 'Y'), (4, 'Dmitri Volkov', 'brewer', DATE '2022-08-21', 1, 26.9, 'N'), (5, 'Elsie Marsh', 'cellar hand', DATE '2012-01-05', 1, 16.05, 'N'), (6, 'Farid Haddad', 'drayman', DATE '2020-06-11', 9, 21.27, 'Y'), (7, 'Grace Lumley', 'brewer', DATE '2016-02-10', 2, 17.66, 'N'), (8, 'Hugh Penrose', 'drayman', DATE '2014-03-27', 6, 11.39, 'N'), (9, 'Ines Duarte', 'sales rep', DATE '2014-10-25', NULL, 15.31, 'N'), (10, 'Jack Tully', 'cellar hand', DATE '2014-10-22', 5, 21.32, 'N'), (11, 'Kirsty Bell', 'sales rep', DATE '2014-08-25', 9, 15.72, 'N'), (12, 'Liam Frost', 'apprentice', DATE '2014-05-11', 2, 27.12, 'N')) AS t(emp_no, staff_name, job, hired_on, boss, hourly_pay_gbp, part_time);
CREATE TABLE beers AS FROM (VALUES ('BLA', 'Black Otter', 'stout', 5.4, 42, 2012, 'Y', 'N'), ('HAR', 'Harvest Gold', 'golden ale', 4.1, 25, 2010, 'N', 'N'), ('PIL', 'Pilot Light', 'pale ale', 3.4, 30, 2018, 'N', 'N'), ('OLD', 'Old Ferryman', 'bitter', 4.6, 35, 2010, 'Y', 'N'), ('NET', 'Nettle Wood', 'saison', 6.2, 22, 2019, 'Y', 'N'), ('HOP', 'Hop Parade', 'IPA', 6.5, 68, 2015, 'Y', 'Y'), ('WIN', 'Winter Lantern', 'porter', 6.0, 38, 2014, 'N', 'N'), ('SES', 'Session Drift', 'IPA', 4.0, 45, 2020, 'Y', 'N'), ('SMO', 'Smoke Signal', 'porter', 5.8, 33, 2021, 'N', 'N'), ('PLU', 'Plum Duff', 'fruit beer', 4.9, 14, 2022, 'Y', 'Y'), ('QUI', 'Quiet Monk', 'dubbel', 7.4, 20, 2023, 'N', 'Y')) AS t(beer_code, beer_name, style, abv_pct, ibu, launched, vegan, seasonal);
CREATE TABLE tanks AS FROM (VALUES ('FV1', 'fermenter', 4000, DATE '2009-02-27', 'Hopkins & Sons'), ('FV2', 'fermenter', 4000, DATE '2015-03-28', 'Kessel AG'), ('FV3', 'fermenter', 1000, DATE '2016-10-21', 'Brewtek'), ('FV4', 'fermenter', 2000, DATE '2013-05-30', 'Hopkins & Sons'), ('FV5', 'fermenter', 2000, DATE '2009-12-16', 'Brewtek'), ('BT1', 'bright tank', 2000, DATE '2012-11-17', 'Brewtek'), ('BT2', 'bright tank', 4000, DATE '2017-05-29', 'Hopkins & Sons'), ('BT3', 'bright tank', 2000, DATE '2012-02-24', 'Kessel AG')) AS t(tank_no, kind, volume_l, installed, supplier);
CREATE TABLE batches AS FROM (VALUES (1001, 'SMO', 'FV3', 2, DATE '2022-03-06', DATE '2022-04-12', 1764, 'packaged'), (1002, 'NET', 'FV5', 7, DATE '2022-12-17', DATE '2023-01-18', 1013, 'packaged'), (1003, 'SMO', 'FV4', 2, DATE '2022-03-23', DATE '2022-04-11', 1024, 'packaged'), (1004, 'PLU', 'FV1', 2, DATE '2022-10-26', DATE '2022-11-12', 2361, 'packaged'), (1005, 'NET', 'FV4', 2, DATE '2022-05-10', DATE '2022-06-10', 968, 'packaged'), (1006, 'BLA', 'FV1', 4, DATE '2022-08-21', DATE '2022-09-29', 2153, 'packaged'), (1007, 'HAR', 'FV5', 1, DATE '2023-01-02', NULL, NULL, 'dumped'), (1008, 'SMO', 'FV3', 2, DATE '2023-02-26', DATE '2023-04-07', 3091, 'packaged'), (1009, 'BLA', 'FV5', 2, DATE '2022-06-18', NULL, NULL, 'dumped'), (1010, 'WIN', 'FV5', 3, DATE '2023-04-06', DATE '2023-04-22', 3661, 'packaged'), (1011, 'NET', 'FV1', 2, DATE '2024-04-02', DATE '2024-04-29', 2172, 'packaged'), (1012, 'WIN', 'FV4', 2, DATE '2024-07-17', DATE '2024-08-08', 2683, 'packaged'), (1013, 'BLA', 'FV1', 7, DATE '2022-12-17', DATE '2023-01-13', 2518, 'packaged'), (1014, 'WIN', 'FV2', 2, DATE '2024-09-11', DATE '2024-09-27', 2609, 'packaged'), (1015, 'PLU', 'FV3', 4, DATE '2023-02-04', DATE '2023-03-06', 2077, 'packaged'), (1016, 'PIL', 'FV1', 4, DATE '2022-09-20', DATE '2022-10-15', 807, 'packaged'), (1017, 'PLU', 'FV1', 2, DATE '2024-04-01', DATE '2024-04-25', 1669, 'packaged'), (1018, 'PLU', 'FV3', 4, DATE '2023-12-17', DATE '2024-01-08', 2483, 'packaged'), (1019, 'NET', 'FV5', 4, DATE '2023-04-01', DATE '2023-05-04', 1540, 'packaged'), (1020, 'OLD', 'FV1', 1, DATE '2022-08-29', DATE '2022-09-25', 2459, 'packaged'), (1021, 'SMO', 'FV4', 7, DATE '2023-10-26', DATE '2023-11-17', 1070, 'packaged'), (1022, 'HOP', 'FV1', 2, DATE '2024-08-28', DATE '2024-09-21', 1902, 'packaged'), (1023, 'BLA', 'FV4', 4, DATE '2024-01-05', DATE '2024-01-18', 1043, 'packaged'), (1024, 'SES', 'FV4', 4, DATE '2023-07-07', DATE '2023-08-02', 2148, 'packaged'), (1025, 'NET', 'FV1', 4, DATE '2024-09-27', NULL, NULL, 'dumped'), (1026, 'PIL', 'FV3', 4, DATE '2024-05-15', DATE '2024-06-24', 2796, 'packaged'), (1027, 'PLU', 'FV1', 4, DATE '2024-06-24', DATE '2024-07-16', 1964, 'packaged'), (1028, 'BLA', 'FV4', 4, DATE '2023-08-07', NULL, NULL, 'dumped'), (1029, 'HOP', 'FV3', 4, DATE '2024-10-29', NULL, NULL, 'fermenting'), (1030, 'BLA', 'FV1', 4, DATE '2022-02-07', DATE '2022-02-24', 1724, 'packaged')) AS t(batch_id, beer, tank, brewer, brewed_on, packaged_on, yield_l, status);
CREATE TABLE ingredients AS FROM (VALUES (1, 'Maris Otter', 'malt', 'England', 1.1), (2, 'Pilsner malt', 'malt', 'Germany', 1.25), (3, 'Chocolate malt', 'malt', 'Belgium', 1.9), (4, 'Fuggle', 'hop', 'England', 19.5), (5, 'Cascade', 'hop', 'USA', 24), (6, 'Saaz', 'hop', 'Czechia', 27.5), (7, 'Citra', 'hop', 'USA', 38), (8, 'Nottingham', 'yeast', 'England', 85), (9, 'Saison yeast', 'yeast', 'Belgium', 110), (10, 'Plums', 'adjunct', 'England', 3.2), (11, 'Lactose', 'adjunct', 'Netherlands', 4.5), (12, 'Oats', 'adjunct', 'Scotland', 0.9)) AS t(ing_id, ing_name, category, origin, price_per_kg);
CREATE TABLE batch_ingredients AS FROM (VALUES (1001, 10, 28.6), (1001, 7, 25.7), (1001, 2, 356.1), (1001, 6, 15.1), (1002, 3, 214.4), (1002, 6, 23.4), (1002, 4, 20.2), (1003, 10, 1.8), (1003, 3, 248.2), (1003, 4, 8.1), (1003, 1, 204.3), (1003, 9, 27.2), (1004, 9, 28.2), (1004, 7, 1.0), (1004, 10, 19.0), (1004, 8, 24.8), (1005, 7, 26.5), (1005, 9, 18.0), (1005, 5, 25.5), (1006, 2, 324.2), (1006, 9, 3.8), (1006, 7, 3.5), (1006, 3, 278.7), (1006, 8, 23.2), (1007, 10, 28.2), (1007, 1, 367.7), (1007, 6, 14.3), (1007, 9, 20.0), (1008, 11, 18.5), (1008, 4, 26.1), (1008, 10, 4.8), (1009, 2, 122.1), (1009, 7, 18.6), (1009, 10, 7.8), (1009, 11, 13.0), (1009, 9, 14.3), (1010, 2, 142.5), (1010, 1, 110.7), (1010, 4, 20.3), (1010, 8, 26.6), (1010, 9, 25.9), (1011, 4, 4.6), (1011, 5, 12.3), (1011, 11, 13.2), (1011, 7, 1.4), (1012, 1, 179.5), (1012, 8, 28.7), (1012, 2, 335.9), (1012, 11, 12.5), (1013, 1, 149.3), (1013, 7, 24.5), (1013, 5, 10.6), (1014, 11, 5.3), (1014, 3, 194.9), (1014, 6, 1.6), (1015, 6, 23.9), (1015, 11, 8.1), (1015, 10, 14.4), (1015, 4, 12.1), (1016, 5, 26.8), (1016, 8, 26.2), (1016, 6, 19.6), (1016, 4, 24.4), (1017, 3, 169.0), (1017, 11, 28.6), (1017, 8, 24.5), (1017, 1, 193.8), (1017, 2, 305.3), (1018, 5, 23.5), (1018, 1, 337.8), (1018, 4, 21.0), (1018, 2, 363.9), (1018, 10, 27.7), (1019, 5, 4.9), (1019, 8, 7.3), (1019, 2, 344.3), (1020, 8, 4.0), (1020, 4, 11.0), (1020, 7, 21.2), (1021, 6, 11.1), (1021, 9, 22.9), (1021, 3, 271.5), (1021, 11, 17.6), (1022, 5, 4.2), (1022, 10, 16.7), (1022, 1, 242.8), (1022, 6, 3.0), (1022, 2, 244.7), (1023, 6, 11.6), (1023, 5, 4.3), (1023, 2, 224.2), (1023, 11, 27.6), (1024, 9, 4.7), (1024, 4, 26.2), (1024, 1, 85.0), (1025, 8, 20.6), (1025, 1, 232.8), (1025, 11, 2.8), (1025, 7, 17.9), (1026, 11, 12.0), (1026, 6, 27.4), (1026, 3, 277.9), (1027, 3, 216.0), (1027, 11, 22.8), (1027, 2, 112.5), (1027, 1, 267.1), (1027, 8, 7.6), (1028, 7, 1.7), (1028, 11, 12.4), (1028, 4, 25.4), (1028, 10, 8.7), (1028, 9, 15.9), (1029, 3, 316.7), (1029, 10, 6.6), (1029, 9, 20.8), (1030, 6, 1.1), (1030, 10, 21.9), (1030, 4, 23.7)) AS t(batch_id, ing_id, qty_kg);
CREATE TABLE pubs AS FROM (VALUES (1, 'The Anchor', 'Whitby', 'N', 1774), (2, 'The Black Bull', 'Malton', 'Y', 1830), (3, 'Cross Keys', 'Whitby', 'N', 1837), (4, 'Dog & Duck', 'York', 'Y', 1913), (5, 'The Eagle', 'York', 'N', 1933), (6, 'Fox Inn', 'Helmsley', 'N', 1881), (7, 'Golden Fleece', 'York', 'Y', 1950), (8, 'Hare & Hounds', 'Pickering', 'N', 1839), (9, 'The Ship', 'Scarborough', 'Y', 1875), (10, 'Junction Tap', 'Malton', 'N', 2008), (11, 'Kings Arms', 'Scarborough', 'Y', 2004)) AS t(pub_id, pub_name, town, freehouse, opened_year);
CREATE TABLE deliveries AS FROM (VALUES (1, 5, 1019, DATE '2023-06-03', DATE '2023-06-04', 2, 194.93, 'Y'), (2, 8, 1024, DATE '2023-08-03', DATE '2023-08-08', 2, 164.23, 'Y'), (4, 6, 1005, DATE '2022-07-08', DATE '2022-07-17', 4, 321.99, 'Y'), (6, 5, 1021, DATE '2023-11-21', NULL, 7, 631.0, 'Y'), (7, 2, 1003, DATE '2022-04-28', DATE '2022-05-03', 5, 421.06, 'Y'), (15, 4, 1027, DATE '2024-08-15', DATE '2024-08-19', 9, 816.74, 'Y'), (16, 5, 1021, DATE '2023-11-21', NULL, 7, 554.03, 'Y'), (18, 7, 1004, DATE '2022-11-22', DATE '2022-11-30', 3, 274.38, 'Y'), (19, 1, 1026, DATE '2024-07-21', DATE '2024-07-22', 5, 473.91, 'Y'), (20, 1, 1004, DATE '2022-11-13', DATE '2022-11-16', 4, 389.16, 'Y'), (21, 6, 1011, DATE '2024-05-26', DATE '2024-05-31', 8, 759.37, 'Y'), (22, 6, 1001, DATE '2022-05-08', DATE '2022-05-14', 1, 94.59, 'Y'), (23, 7, 1001, DATE '2022-05-12', DATE '2022-05-20', 3, 269.39, 'Y'), (24, 4, 1001, DATE '2022-04-21', DATE '2022-04-24', 4, 345.77, 'Y'), (28, 2, 1015, DATE '2023-04-03', DATE '2023-04-11', 5, 398.68, 'Y'), (29, 9, 1001, DATE '2022-05-04', DATE '2022-05-05', 7, 600.81, 'Y'), (31, 4, 1026, DATE '2024-06-30', DATE '2024-07-01', 6, 499.93, 'Y'), (33, 4, 1004, DATE '2022-12-05', DATE '2022-12-09', 1, 94.76, 'Y'), (35, 9, 1020, DATE '2022-09-27', DATE '2022-10-06', 4, 348.65, 'Y'), (36, 1, 1024, DATE '2023-08-05', DATE '2023-08-07', 6, 527.13, 'Y'), (37, 2, 1010, DATE '2023-04-29', DATE '2023-05-01', 2, 162.72, 'Y'), (38, 7, 1003, DATE '2022-04-21', NULL, 2, 188.05, 'Y'), (45, 1, 1012, DATE '2024-08-16', DATE '2024-08-17', 1, 88.43, 'Y'), (50, 1, 1010, DATE '2023-05-14', DATE '2023-05-19', 2, 184.84, 'Y'), (51, 3, 1030, DATE '2022-03-10', DATE '2022-03-12', 3, 272.49, 'Y'), (56, 3, 1001, DATE '2022-05-09', DATE '2022-05-17', 9, 887.53, 'Y'), (57, 9, 1026, DATE '2024-07-16', DATE '2024-07-18', 3, 288.37, 'Y'), (58, 5, 1015, DATE '2023-03-24', NULL, 9, 727.71, 'Y'), (59, 1, 1012, DATE '2024-08-20', NULL, 3, 284.69, 'Y'), (60, 4, 1022, DATE '2024-10-11', DATE '2024-10-18', 8, 732.4, 'Y'), (61, 4, 1024, DATE '2023-08-31', DATE '2023-09-02', 9, 785.6, 'Y'), (64, 5, 1013, DATE '2023-02-03', DATE '2023-02-09', 9, 752.82, 'Y'), (67, 5, 1030, DATE '2022-02-25', DATE '2022-03-05', 3, 257.09, 'Y'), (71, 5, 1030, DATE '2022-02-25', DATE '2022-03-03', 3, 274.21, 'Y'), (79, 5, 1023, DATE '2024-02-10', DATE '2024-02-13', 8, 761.14, 'Y'), (82, 5, 1024, DATE '2023-08-10', DATE '2023-08-14', 1, 94.8, 'Y'), (84, 6, 1017, DATE '2024-05-16', NULL, 9, 807.72, 'Y'), (89, 5, 1003, DATE '2022-04-11', DATE '2022-04-14', 4, 376.34, 'Y'), (90, 9, 1002, DATE '2023-02-11', NULL, 6, 521.12, 'Y'), (91, 4, 1003, DATE '2022-05-08', DATE '2022-05-10', 3, 247.49, 'Y'), (93, 1, 1023, DATE '2024-02-05', DATE '2024-02-07', 5, 391.73, 'N'), (95, 5, 1022, DATE '2024-10-12', DATE '2024-10-18', 1, 79.56, 'Y'), (97, 4, 1021, DATE '2023-11-18', DATE '2023-11-25', 5, 464.74, 'Y'), (100, 5, 1017, DATE '2024-05-01', NULL, 4, 362.14, 'Y'), (101, 7, 1017, DATE '2024-05-18', NULL, 3, 243.88, 'Y'), (102, 3, 1020, DATE '2022-10-03', DATE '2022-10-08', 6, 488.11, 'Y'), (105, 4, 1020, DATE '2022-10-10', DATE '2022-10-15', 9, 809.14, 'N'), (113, 8, 1014, DATE '2024-10-20', DATE '2024-10-24', 1, 81.07, 'Y'), (114, 7, 1018, DATE '2024-01-08', DATE '2024-01-16', 6, 469.19, 'Y'), (117, 5, 1016, DATE '2022-10-18', DATE '2022-10-22', 4, 376.62, 'N'), (118, 5, 1020, DATE '2022-10-06', DATE '2022-10-09', 3, 285.81, 'Y'), (119, 2, 1022, DATE '2024-10-08', DATE '2024-10-12', 5, 443.28, 'Y'), (120, 6, 1006, DATE '2022-09-29', DATE '2022-10-01', 6, 505.2, 'N'), (122, 7, 1001, DATE '2022-05-08', DATE '2022-05-09', 1, 95.77, 'Y'), (123, 7, 1005, DATE '2022-07-07', DATE '2022-07-08', 7, 686.39, 'Y'), (124, 7, 1019, DATE '2023-05-09', DATE '2023-05-10', 9, 835.7, 'Y'), (125, 4, 1018, DATE '2024-01-09', DATE '2024-01-16', 4, 354.57, 'Y'), (127, 9, 1021, DATE '2023-12-08', DATE '2023-12-15', 6, 589.4, 'N'), (128, 1, 1020, DATE '2022-10-21', DATE '2022-10-30', 1, 90.74, 'Y'), (131, 8, 1004, DATE '2022-11-21', DATE '2022-11-24', 7, 600.4, 'Y'), (132, 6, 1008, DATE '2023-04-19', DATE '2023-04-28', 7, 683.84, 'N'), (134, 7, 1002, DATE '2023-01-26', DATE '2023-01-30', 2, 193.63, 'Y'), (136, 9, 1023, DATE '2024-02-15', DATE '2024-02-22', 4, 314.71, 'Y'), (137, 3, 1011, DATE '2024-04-30', DATE '2024-05-07', 9, 731.76, 'N'), (139, 5, 1010, DATE '2023-04-23', DATE '2023-05-02', 7, 600.73, 'Y')) AS t(delivery_id, pub_id, batch_id, ordered_on, delivered_on, casks, price_gbp, paid);

-- Which beers are vegan?
SELECT beer_name FROM beers WHERE vegan = 'Y';
-- How many beers do we have in each style?
SELECT style, count(*) FROM beers GROUP BY 1;
-- What's our strongest beer?
SELECT beer_name FROM beers QUALIFY rank() OVER (ORDER BY abv_pct DESC) = 1;
-- Show beers stronger than 5 % that aren't seasonal
SELECT beer_name FROM beers WHERE abv_pct > 5 AND seasonal = 'N';
-- Which beers launched between 2012 and 2019 are porters or IPAs?
SELECT beer_name FROM beers WHERE launched BETWEEN 2012 AND 2019 AND style IN ('porter', 'IPA');
-- List the beers that have never been brewed.
SELECT beer_name FROM beers WHERE beer_code NOT IN (SELECT beer FROM batches);
-- How many batches did each brewer brew?
SELECT staff_name, count(*) FROM batches JOIN staff ON brewer = emp_no GROUP BY emp_no, 1;
-- Who brewed the most batches in 2023?
SELECT staff_name FROM batches JOIN staff ON brewer = emp_no WHERE year(brewed_on) = 2023 GROUP BY emp_no, 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- Who does Carys Pugh report to?
SELECT b.staff_name FROM staff s JOIN staff b ON s.boss = b.emp_no WHERE s.staff_name = 'Carys Pugh';
-- Which staff have no boss?
SELECT staff_name FROM staff WHERE boss IS NULL;
-- How many people report to Alice Thorne?
SELECT count(*) FROM staff s JOIN staff b ON s.boss = b.emp_no WHERE b.staff_name = 'Alice Thorne';
-- Average hourly pay by job, highest first
SELECT job, avg(hourly_pay_gbp) FROM staff GROUP BY 1 ORDER BY 2 DESC;
-- Who earns more than their boss?
SELECT s.staff_name FROM staff s JOIN staff b ON s.boss = b.emp_no WHERE s.hourly_pay_gbp > b.hourly_pay_gbp;
-- Part-time staff hired after 2015
SELECT staff_name FROM staff WHERE part_time = 'Y' AND hired_on >= '2016-01-01';
-- Which tanks hold at least 2000 litres?
SELECT tank_no FROM tanks WHERE volume_l >= 2000;
-- What's the total volume of the fermenters?
SELECT sum(volume_l) FROM tanks WHERE kind = 'fermenter';
-- Number of tanks supplied by each supplier
SELECT supplier, count(*) FROM tanks GROUP BY 1;
-- How many batches were dumped?
SELECT count(*) FROM batches WHERE status = 'dumped';
-- What percentage of batches were dumped?
SELECT 100.0 * count(*) FILTER (status = 'dumped') / count(*) FROM batches;
-- Which batches are still fermenting?
SELECT batch_id FROM batches WHERE status = 'fermenting';
-- Total yield of Black Otter in 2022
SELECT sum(yield_l) FROM batches JOIN beers ON beer = beer_code WHERE beer_name = 'Black Otter' AND year(brewed_on) = 2022;
-- Average yield per batch for each beer
SELECT beer_name, avg(yield_l) FROM batches JOIN beers ON beer = beer_code GROUP BY beer_code, 1;
-- How long on average from brewing to packaging?
SELECT avg(packaged_on - brewed_on) FROM batches;
-- batches brewed per month in 2024
SELECT month(brewed_on), count(*) FROM batches WHERE year(brewed_on) = 2024 GROUP BY 1;
-- Which beer had its first batch most recently?
SELECT beer_name FROM batches JOIN beers ON beer = beer_code GROUP BY beer_code, 1 QUALIFY rank() OVER (ORDER BY min(brewed_on) DESC) = 1;
-- Which ingredients come from England?
SELECT ing_name FROM ingredients WHERE origin = 'England';
-- What's the most expensive hop?
SELECT ing_name FROM ingredients WHERE category = 'hop' QUALIFY rank() OVER (ORDER BY price_per_kg DESC) = 1;
-- How much Citra have we used in total?
SELECT sum(qty_kg) FROM batch_ingredients JOIN ingredients USING (ing_id) WHERE ing_name = 'Citra';
-- Which beers contain plums?
SELECT DISTINCT beer_name FROM beers JOIN batches ON beer = beer_code JOIN batch_ingredients USING (batch_id) JOIN ingredients USING (ing_id) WHERE ing_name = 'Plums';
-- Which ingredients have never been used?
SELECT ing_name FROM ingredients WHERE ing_id NOT IN (SELECT ing_id FROM batch_ingredients);
-- batches with both Cascade and Citra
SELECT batch_id FROM batches WHERE batch_id IN (SELECT batch_id FROM batch_ingredients JOIN ingredients USING (ing_id) WHERE ing_name = 'Cascade') AND batch_id IN (SELECT batch_id FROM batch_ingredients JOIN ingredients USING (ing_id) WHERE ing_name = 'Citra');
-- Which pubs in York aren't freehouses?
SELECT pub_name FROM pubs WHERE town = 'York' AND freehouse = 'N';
-- What's the oldest pub in each town?
SELECT town, pub_name FROM pubs QUALIFY rank() OVER (PARTITION BY town	ORDER BY opened_year) = 1;
-- Pubs that never ordered anything
SELECT pub_name FROM pubs WHERE pub_id NOT IN (SELECT pub_id FROM deliveries);
-- Which pub spent the most with us?
SELECT pub_name FROM pubs JOIN deliveries USING (pub_id) GROUP BY pub_id, 1 QUALIFY rank() OVER (ORDER BY sum(price_gbp) DESC) = 1;
-- How many casks did the Eagle take in 2024?
SELECT sum(casks) FROM deliveries JOIN pubs USING (pub_id) WHERE pub_name = 'The Eagle' AND year(delivered_on) = 2024;
-- How much money do pubs still owe us?
SELECT sum(price_gbp) FROM deliveries WHERE paid = 'N';
-- unpaid deliveries over 500 pounds
SELECT delivery_id FROM deliveries WHERE paid = 'N' AND price_gbp > 500;
-- Which pubs took at least two different beers?
SELECT pub_name FROM pubs JOIN deliveries USING (pub_id) JOIN batches USING (batch_id) GROUP BY pub_id, 1 HAVING count(DISTINCT beer) >= 2;
-- How many more casks went to York than to Whitby?
SELECT (SELECT sum(casks) FROM deliveries JOIN pubs USING (pub_id) WHERE town = 'York') - (SELECT sum(casks) FROM deliveries JOIN pubs USING (pub_id) WHERE town = 'Whitby');
-- What does a pint of Black Otter cost?
refuse
-- Which lagers do we brew?
refuse
-- How many batches failed the lab test?
refuse
-- Who drives the delivery van?
refuse
-- deliveries in 2019
SELECT * FROM deliveries WHERE false;
-- Which beers won a medal?
refuse
-- What's the pH of Hop Parade?
refuse
-- How much rent do the pubs pay?
refuse
-- Which brewers are on holiday in August?
refuse
-- What's the best before date of batch 1010?
refuse
-- batches per decade
SELECT year(brewed_on) // 10 * 10, count(*) FROM batches GROUP BY 1;
-- oldest pub per town
SELECT town, pub_name FROM pubs QUALIFY rank() OVER (PARTITION BY town	ORDER BY opened_year) = 1;
-- Who brewed the most batches?
SELECT staff_name FROM batches JOIN staff ON brewer = emp_no GROUP BY emp_no, 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- deliveries in 2023
SELECT delivery_id FROM deliveries WHERE year(delivered_on) = 2023;
-- top 3 pubs by casks
SELECT pub_name FROM pubs JOIN deliveries USING (pub_id) GROUP BY pub_id, 1 ORDER BY sum(casks) DESC LIMIT 3;
-- Which suppliers delivered tanks before 2015?
SELECT DISTINCT supplier FROM tanks WHERE installed < '2015-01-01';
-- Which batches took longer than 30 days to package?
SELECT batch_id FROM batches WHERE packaged_on - brewed_on > 30;
-- Average price per cask by pub
SELECT pub_name, sum(price_gbp) / sum(casks) FROM deliveries JOIN pubs USING (pub_id) GROUP BY pub_id, 1;
-- average price per cask
SELECT sum(price_gbp) / sum(casks) FROM deliveries;
-- How many days did batch 1010 take?
SELECT packaged_on - brewed_on FROM batches WHERE batch_id = 1010;
-- How many hours did Ben Okafor work?
refuse
-- How many weeks did it take to package batch 1010?
SELECT (packaged_on - brewed_on) / 7 FROM batches WHERE batch_id = 1010;
