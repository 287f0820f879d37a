-- An auction house, where lots refer to the buyer and bids to the bidder.
CREATE TABLE sellers AS FROM (VALUES (1, 'Elif Fontaine', 'Japan', 2017, true), (2, 'Cedric Abbott', 'Ireland', 2010, false), (3, 'Tamsin Kowalczyk', 'Ireland', 2009, true), (4, 'Yusuf Castellanos', 'Brazil', 2017, false), (5, 'Oskar Silva', 'Ireland', 2019, true), (6, 'Beatriz Castellanos', 'Italy', 2011, false), (7, 'Marek Zeman', 'Canada', 2020, true), (8, 'Anton Petrov', 'Japan', 2012, true), (9, 'Nadia Abbott', 'Italy', 2010, true), (10, 'Marek Romero', 'Italy', 2019, true), (11, 'Ibrahim Lindqvist', 'Canada', 2013, true), (12, 'Chiara Novak', 'Ireland', 2018, true), (13, 'Nadia Lindqvist', 'Brazil', 2009, true), (14, 'Beatriz Lindqvist', 'Ireland', 2016, true), (15, 'Boris Jankowski', 'Brazil', 2015, true), (16, 'Cedric Silva', 'Canada', 2019, true), (17, 'Chiara Abbott', 'Ireland', 2018, true), (18, 'Wanda Dufour', 'Japan', 2016, false), (19, 'Delphine Grabowski', 'Ireland', 2013, true), (20, 'Anton Vasquez', 'Italy', 2013, true)) AS t(seller_id, seller_name, country, joined_year, verified);
CREATE TABLE bidders AS FROM (VALUES (1, 'Ulrik Moreau', 'Japan', DATE '2013-09-05', 10000), (2, 'Stefan Silva', 'Spain', DATE '2014-04-13', 25000), (3, 'Ulrik Bakker', 'Japan', DATE '2019-07-22', 25000), (4, 'Zoe Yilmaz', 'Ireland', DATE '2012-04-18', 2500), (5, 'Yusuf Urquhart', 'Kenya', DATE '2015-03-07', 2500), (6, 'Dmitri Novak', 'Spain', DATE '2018-02-01', 1000), (7, 'Jorge Castellanos', 'Spain', DATE '2020-06-13', 1000), (8, 'Hana Bakker', 'Spain', DATE '2020-04-07', 10000), (9, 'Marek Okafor', 'Canada', DATE '2021-03-12', 25000), (10, 'Yusuf Castellanos', 'Spain', DATE '2019-08-14', 10000), (11, 'Zoe Moreau', 'Ireland', DATE '2013-01-10', 25000), (12, 'Vera Urquhart', 'Spain', DATE '2018-12-29', 5000), (13, 'Gustav Grabowski', 'Spain', DATE '2017-07-01', 5000), (14, 'Cedric Iversen', 'Spain', DATE '2014-01-25', 10000), (15, 'Fatou Vasquez', 'Italy', DATE '2014-02-15', 500), (16, 'Hana Tanaka', 'Canada', DATE '2013-04-06', 10000), (17, 'Yusuf Fontaine', 'Japan', DATE '2023-04-22', 10000), (18, 'Amara Grabowski', 'Italy', DATE '2019-10-26', 1000), (19, 'Ulrik Romero', 'Ireland', DATE '2017-11-12', 5000), (20, 'Zoe Dufour', 'Canada', DATE '2021-08-02', 1000), (21, 'Marek Jankowski', 'Canada', DATE '2021-06-30', 2500), (22, 'Ulrik Eriksen', 'Japan', DATE '2020-09-15', 500), (23, 'Beatriz Petrov', 'Ireland', DATE '2022-10-13', 5000), (24, 'Nadia Bakker', 'Ireland', DATE '2017-09-09', 1000), (25, 'Marek Novak', 'Kenya', DATE '2014-12-20', 2500), (26, 'Stefan Kowalczyk', 'Ireland', DATE '2020-06-27', 5000), (27, 'Cedric Vasquez', 'Ireland', DATE '2013-01-31', 1000), (28, 'Wanda Castellanos', 'Ireland', DATE '2020-07-08', 1000), (29, 'Priya Iversen', 'Japan', DATE '2012-12-28', 2500), (30, 'Wanda Weiss', 'Japan', DATE '2023-07-15', 2500)) AS t(bidder_id, bidder_name, country, member_since, credit_limit);
CREATE TABLE sales AS FROM (VALUES (1, 'Spring Fine Art', DATE '2024-03-12', 'Milan', 'Ferri'), (2, 'Watches & Clocks', DATE '2024-04-20', 'Geneva', 'Blanc'), (3, 'Asian Ceramics', DATE '2024-05-17', 'London', 'Hughes'), (4, 'Vintage Posters', DATE '2024-06-08', 'Paris', 'Blanc'), (5, 'Jewels', DATE '2024-09-14', 'Geneva', 'Moretti'), (6, 'Autumn Fine Art', DATE '2024-10-11', 'Milan', 'Ferri'), (7, 'Rare Books', DATE '2024-11-22', 'London', 'Hughes'), (8, 'Toys', DATE '2025-02-01', 'Paris', 'Blanc')) AS t(sale_id, sale_title, held_on, city, auctioneer);
CREATE TABLE lots AS FROM (VALUES ('L001', 2, 17, 'painting', 'Portrait edition', 1918, 2100, 2640, 8168, 7), ('L002', 5, 4, 'painting', 'Signed model', NULL, 2570, 5836, 8170, 14), ('L003', 6, 13, 'watch', 'Antique edition', 1924, 2540, 5341, NULL, NULL), ('L004', 3, 16, 'book', 'Rare set', 1799, 330, 852, 1204, 18), ('L005', 2, 10, 'clock', 'Blue edition', NULL, 260, 518, NULL, NULL), ('L006', 5, 9, 'vase', 'Blue piece', 1783, 2470, 5621, NULL, NULL), ('L007', 7, 5, 'book', 'Antique model', NULL, 3930, 10763, 12148, 14), ('L008', 5, 4, 'clock', 'Landscape study', 1844, 1910, 3760, 4354, 17), ('L009', 7, 11, 'book', 'Blue model', 1984, 2380, 2927, NULL, NULL), ('L010', 2, 6, 'book', 'Signed set', NULL, 380, 678, 507, 24), ('L011', 6, 9, 'painting', 'Antique set', NULL, 150, 339, 189, 21), ('L012', 4, 1, 'print', 'Early model', 1663, 170, 468, 297, 14), ('L013', 1, 2, 'book', 'Rare piece', NULL, 400, 605, NULL, NULL), ('L014', 1, 3, 'painting', 'Landscape edition', NULL, 2650, 6420, 7800, 17), ('L015', 3, 1, 'ring', 'Early set', NULL, 2430, 5137, 4289, 14), ('L016', 3, 1, 'clock', 'Signed model', 1988, 950, 2216, 2258, 10), ('L017', 6, 1, 'vase', 'Blue study', NULL, 3970, 10025, 13757, 19), ('L018', 5, 6, 'vase', 'Early model', NULL, 400, 789, 834, 23), ('L019', 6, 10, 'clock', 'Early model', NULL, 1610, 2934, NULL, NULL), ('L020', 3, 11, 'vase', 'Portrait edition', NULL, 1870, 4356, NULL, NULL), ('L021', 1, 2, 'ring', 'Early piece', 1698, 2740, 4341, 4833, 3), ('L022', 4, 17, 'book', 'Rare model', 1825, 450, 871, 1649, 19), ('L023', 6, 16, 'book', 'Landscape study', NULL, 780, 2027, 2846, 13), ('L024', 6, 14, 'print', 'Rare model', NULL, 2990, 4939, 6374, 24), ('L025', 6, 13, 'clock', 'Signed study', 1909, 3190, 8583, 12268, 8), ('L026', 5, 9, 'book', 'Blue set', NULL, 810, 1900, 2989, 14), ('L027', 5, 1, 'watch', 'Gold study', 1691, 2010, 2989, 2262, 6), ('L028', 6, 17, 'painting', 'Early edition', 1846, 2700, 3499, 3120, 15), ('L029', 3, 8, 'poster', 'Antique set', 1891, 710, 1165, 1036, 17), ('L030', 7, 16, 'watch', 'Blue set', 1828, 1370, 2247, 1497, 26), ('L031', 7, 16, 'book', 'Landscape study', 1976, 3230, 5958, NULL, NULL), ('L032', 4, 12, 'book', 'Portrait edition', NULL, 50, 123, NULL, NULL), ('L033', 2, 5, 'painting', 'Signed model', NULL, 1220, 3563, 4684, 15), ('L034', 2, 6, 'vase', 'Rare edition', 1961, 3750, 5789, 13966, 18), ('L035', 5, 6, 'watch', 'Early model', 1897, 3610, 7669, 7897, 21), ('L036', 1, 12, 'book', 'Portrait edition', NULL, 3150, 7367, 5893, 3), ('L037', 2, 8, 'clock', 'Gold set', NULL, 1260, 2395, 1816, 2), ('L038', 4, 14, 'poster', 'Rare edition', NULL, 1310, 2440, NULL, NULL), ('L039', 3, 1, 'ring', 'Rare study', NULL, 2200, 5604, 8250, 17), ('L040', 6, 13, 'clock', 'Gold study', NULL, 3390, 8662, 7635, 10)) AS t(lot_no, sale_id, seller_id, category, description, year_made, reserve_price, estimate, hammer_price, buyer_id);
CREATE TABLE bids AS FROM (VALUES (2, 'L033', 1, 2040, TIMESTAMP '2024-06-18 12:52:00', 1), (3, 'L001', 5, 2770, TIMESTAMP '2024-04-08 14:36:00', 1), (4, 'L009', 23, 3140, TIMESTAMP '2024-04-17 18:46:00', 1), (7, 'L036', 19, 1740, TIMESTAMP '2024-03-26 15:28:00', 1), (9, 'L011', 12, 8140, TIMESTAMP '2024-04-06 17:32:00', 0), (10, 'L013', 9, 8900, TIMESTAMP '2024-10-20 16:08:00', 0), (12, 'L028', 16, 6650, TIMESTAMP '2024-11-02 14:32:00', 0), (13, 'L007', 4, 5330, TIMESTAMP '2024-06-11 10:03:00', 1), (15, 'L033', 16, 6000, TIMESTAMP '2024-10-08 18:01:00', 1), (20, 'L021', 24, 3650, TIMESTAMP '2024-10-11 17:36:00', 0), (21, 'L009', 7, 5210, TIMESTAMP '2024-07-17 12:11:00', 0), (23, 'L006', 11, 7730, TIMESTAMP '2024-06-10 17:05:00', 1), (26, 'L020', 24, 2460, TIMESTAMP '2024-03-10 14:56:00', 1), (30, 'L017', 20, 3130, TIMESTAMP '2024-07-12 18:17:00', 0), (31, 'L028', 9, 7130, TIMESTAMP '2024-07-21 12:00:00', 0), (33, 'L030', 18, 7410, TIMESTAMP '2024-10-11 10:03:00', 0), (37, 'L030', 16, 8460, TIMESTAMP '2024-03-11 12:06:00', 1), (39, 'L038', 14, 8500, TIMESTAMP '2024-07-25 14:59:00', 1), (40, 'L007', 24, 6600, TIMESTAMP '2024-09-06 12:03:00', 1), (47, 'L018', 15, 760, TIMESTAMP '2024-10-03 17:31:00', 1), (49, 'L028', 2, 4220, TIMESTAMP '2024-11-16 15:44:00', 1), (51, 'L002', 22, 6380, TIMESTAMP '2024-08-03 10:46:00', 1), (53, 'L015', 5, 610, TIMESTAMP '2024-07-10 14:20:00', 0), (55, 'L019', 11, 6560, TIMESTAMP '2024-09-06 11:31:00', 1), (59, 'L013', 24, 6270, TIMESTAMP '2024-10-25 18:33:00', 0), (62, 'L023', 10, 330, TIMESTAMP '2024-09-11 18:58:00', 0), (65, 'L004', 3, 1680, TIMESTAMP '2024-08-05 18:28:00', 1), (66, 'L003', 24, 3160, TIMESTAMP '2024-11-19 15:48:00', 1), (67, 'L001', 8, 6290, TIMESTAMP '2024-04-03 17:21:00', 1), (68, 'L022', 22, 6540, TIMESTAMP '2024-08-21 14:07:00', 1), (70, 'L008', 12, 8280, TIMESTAMP '2024-05-07 14:27:00', 1), (71, 'L017', 18, 1950, TIMESTAMP '2024-08-05 13:05:00', 1), (72, 'L028', 14, 2540, TIMESTAMP '2024-10-16 15:07:00', 1), (74, 'L021', 21, 2360, TIMESTAMP '2024-03-22 14:50:00', 1), (75, 'L025', 11, 5700, TIMESTAMP '2024-05-21 18:29:00', 0), (77, 'L028', 12, 1430, TIMESTAMP '2024-07-15 12:12:00', 0), (79, 'L007', 6, 1310, TIMESTAMP '2024-04-26 16:16:00', 1), (81, 'L013', 12, 7200, TIMESTAMP '2024-08-27 10:01:00', 1), (82, 'L033', 1, 5190, TIMESTAMP '2024-06-21 17:59:00', 0), (83, 'L010', 21, 5360, TIMESTAMP '2024-05-04 16:26:00', 1), (87, 'L038', 11, 350, TIMESTAMP '2024-05-27 12:53:00', 0), (90, 'L007', 14, 6020, TIMESTAMP '2024-05-01 11:29:00', 1), (91, 'L031', 26, 5720, TIMESTAMP '2024-05-11 11:59:00', 0), (92, 'L030', 21, 2960, TIMESTAMP '2024-03-14 13:41:00', 1), (96, 'L011', 16, 590, TIMESTAMP '2024-09-05 16:29:00', 1), (97, 'L015', 25, 6390, TIMESTAMP '2024-08-17 15:03:00', 0), (99, 'L026', 2, 7370, TIMESTAMP '2024-06-19 18:52:00', 1), (100, 'L036', 14, 1940, TIMESTAMP '2024-11-21 18:55:00', 0), (101, 'L038', 24, 6940, TIMESTAMP '2024-05-21 15:05:00', 0), (102, 'L004', 7, 8100, TIMESTAMP '2024-03-21 18:39:00', 0), (103, 'L039', 2, 7690, TIMESTAMP '2024-09-06 16:19:00', 1), (105, 'L005', 9, 7140, TIMESTAMP '2024-06-11 15:48:00', 0), (106, 'L014', 9, 580, TIMESTAMP '2024-08-20 14:17:00', 1), (108, 'L031', 3, 2440, TIMESTAMP '2024-08-26 16:09:00', 0), (113, 'L013', 15, 3270, TIMESTAMP '2024-11-02 16:18:00', 0), (114, 'L034', 2, 7690, TIMESTAMP '2024-10-27 15:32:00', 0), (115, 'L038', 1, 7220, TIMESTAMP '2024-03-06 17:41:00', 0), (119, 'L034', 5, 2640, TIMESTAMP '2024-11-10 17:29:00', 1), (122, 'L020', 11, 8030, TIMESTAMP '2024-03-17 14:24:00', 0), (127, 'L036', 25, 170, TIMESTAMP '2024-03-18 13:35:00', 0), (128, 'L008', 5, 2620, TIMESTAMP '2024-03-10 18:27:00', 0), (131, 'L033', 22, 5250, TIMESTAMP '2024-07-25 15:48:00', 0), (132, 'L038', 4, 6290, TIMESTAMP '2024-04-15 11:05:00', 0), (134, 'L039', 8, 8850, TIMESTAMP '2024-06-01 12:49:00', 0), (136, 'L038', 12, 8180, TIMESTAMP '2024-03-25 10:25:00', 1), (137, 'L030', 18, 3790, TIMESTAMP '2024-04-25 14:47:00', 0), (138, 'L004', 17, 7120, TIMESTAMP '2024-11-25 15:13:00', 1), (139, 'L028', 15, 3500, TIMESTAMP '2024-10-03 13:11:00', 1), (143, 'L030', 18, 7310, TIMESTAMP '2024-08-08 13:39:00', 0), (144, 'L038', 20, 2970, TIMESTAMP '2024-06-21 18:52:00', 0), (150, 'L029', 21, 8890, TIMESTAMP '2024-09-10 10:34:00', 0), (151, 'L006', 17, 8230, TIMESTAMP '2024-09-08 16:32:00', 1), (152, 'L039', 16, 4150, TIMESTAMP '2024-04-21 11:20:00', 1), (155, 'L017', 23, 2350, TIMESTAMP '2024-10-02 13:15:00', 0), (158, 'L013', 24, 2160, TIMESTAMP '2024-04-24 11:17:00', 0), (160, 'L032', 25, 1600, TIMESTAMP '2024-09-09 13:38:00', 0), (164, 'L019', 12, 8440, TIMESTAMP '2024-08-20 10:14:00', 1), (165, 'L023', 11, 2730, TIMESTAMP '2024-09-18 16:30:00', 1), (166, 'L010', 5, 4090, TIMESTAMP '2024-09-10 18:33:00', 1), (168, 'L040', 19, 7950, TIMESTAMP '2024-04-14 17:33:00', 1)) AS t(bid_id, lot_no, bidder_id, amount, placed_at, online);

-- Which bidder won the most lots?
SELECT bidder_name FROM lots JOIN bidders ON buyer_id = bidder_id GROUP BY bidder_id, 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- What are all the categories?
SELECT DISTINCT category FROM lots;
-- Which seller has the fewest paintings?
SELECT seller_name FROM sellers s LEFT JOIN lots l ON l.seller_id = s.seller_id AND category = 'painting' GROUP BY s.seller_id, 1 QUALIFY rank() OVER (ORDER BY count(lot_no)) = 1;
-- How many lots were not sold?
SELECT count(*) FROM lots WHERE hammer_price IS NULL;
-- What was the highest hammer price?
SELECT max(hammer_price) FROM lots;
-- Which lot got the most bids?
SELECT lot_no FROM bids GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- Who bought the most lots?
SELECT bidder_name FROM lots JOIN bidders ON buyer_id = bidder_id GROUP BY bidder_id, 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- Which sellers are not verified?
SELECT seller_name FROM sellers WHERE NOT verified;
-- Total hammer price per sale
SELECT sale_title, sum(hammer_price) FROM sales JOIN lots USING (sale_id) GROUP BY sale_id, 1;
-- Which sale has no lots?
SELECT sale_title FROM sales WHERE sale_id NOT IN (SELECT sale_id FROM lots);
-- How many paintings were sold in Milan?
SELECT count(*) FROM lots JOIN sales USING (sale_id) WHERE category = 'painting' AND city = 'Milan' AND hammer_price IS NOT NULL;
-- How many Japanese bidders are there?
SELECT count(*) FROM bidders WHERE country = 'Japan';
-- Which sellers come from Italy?
SELECT seller_name FROM sellers WHERE country = 'Italy';
-- What is the average reserve price by category?
SELECT category, avg(reserve_price) FROM lots GROUP BY 1;
-- How many bids were placed online?
SELECT count(*) FROM bids WHERE online = 1;
-- Which bidders have never placed a bid?
SELECT bidder_name FROM bidders WHERE bidder_id NOT IN (SELECT bidder_id FROM bids);
-- Which lots sold for more than twice their estimate?
SELECT lot_no FROM lots WHERE hammer_price > 2 * estimate;
-- Which lots sold above their estimate?
SELECT lot_no FROM lots WHERE hammer_price > estimate;
-- What is the oldest lot?
SELECT lot_no FROM lots QUALIFY rank() OVER (ORDER BY year_made ) = 1;
-- Which auctioneer held the most sales?
SELECT auctioneer FROM sales GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- How many lots does each seller offer?
SELECT seller_name, count(lot_no) FROM sellers LEFT JOIN lots USING (seller_id) GROUP BY seller_id, 1;
-- Which bidders have a credit limit of at least 10000?
SELECT bidder_name FROM bidders WHERE credit_limit >= 10000;
-- When was the Rare Books sale held?
SELECT held_on FROM sales WHERE sale_title = 'Rare Books';
-- Which sellers joined before 2012?
SELECT seller_name FROM sellers WHERE joined_year < 2012;
-- What is the total value of bids by Kenyan bidders?
SELECT sum(amount) FROM bids JOIN bidders USING (bidder_id) WHERE country = 'Kenya';
-- Which categories were sold in Geneva?
SELECT DISTINCT category FROM lots JOIN sales USING (sale_id) WHERE city = 'Geneva' AND hammer_price IS NOT NULL;
-- How many lots were made before 1800?
SELECT count(*) FROM lots WHERE year_made < 1800;
-- What commission does each seller pay?
refuse
-- Which lots are damaged?
refuse
-- Who painted lot L012?
refuse
-- How many bidders attended in person in Paris?
refuse
-- Which watches are made of gold?
refuse
-- What is the phone number of the auctioneer Blanc?
refuse
-- How many lots were returned?
refuse
-- Which sellers complained?
refuse
