-- Building permits of a town.
CREATE TABLE contractors AS FROM (VALUES ('K01', 'Acme Builders', 'Downtown', 1975, 'C'), ('K02', 'Brightwall', 'Downtown', 2016, 'A'), ('K03', 'Cornerstone Ltd', 'Eastgate', 1995, 'B'), ('K04', 'Dockside Works', 'Northside', 1992, 'A'), ('K05', 'Evergreen Homes', 'Eastgate', 2016, 'A'), ('K06', 'Fairline', 'Eastgate', 1996, 'C'), ('K07', 'Granite Group', 'Downtown', 1984, 'C'), ('K08', 'Hilltop Roofing', 'Downtown', 2016, 'B'), ('K09', 'Ironwood', 'Northside', 2001, 'C')) AS t(contractor_no, company, office_district, founded, license_class);
CREATE TABLE properties AS FROM (VALUES (2, '76 Harbour Road', 'Old Port', 'office', 1912, 1060, 2687000), (3, '46 Kings Way', 'Eastgate', 'flat', 1987, 2009, 2666000), (6, '93 Station Avenue', 'Eastgate', 'warehouse', 2018, 1130, 1255000), (10, '103 Orchard Close', 'Old Port', 'warehouse', 1990, 2316, 3694000), (16, '89 Kings Way', 'Westfield', 'warehouse', 1950, 177, 1759000), (17, '109 Mill Lane', 'Downtown', 'shop', 2010, 2394, 3289000), (20, '14 Mill Lane', 'Old Port', 'office', 1940, 1002, 1984000), (27, '8 Harbour Road', 'Old Port', 'office', 1943, 620, 2879000), (29, '55 Elm Street', 'Eastgate', 'office', 1901, 1199, 1121000), (31, '25 Mill Lane', 'Northside', 'flat', 1941, 124, 270000), (34, '138 Harbour Road', 'Eastgate', 'flat', 1925, 113, 2959000), (36, '33 Station Avenue', 'Eastgate', 'warehouse', 1917, 2116, 1541000), (39, '33 Orchard Close', 'Old Port', 'house', 1984, 1775, 831000), (40, '76 Elm Street', 'Northside', 'flat', 2005, 1111, 2278000), (45, '131 Station Avenue', 'Downtown', 'warehouse', 2004, 1938, 3620000), (48, '50 Elm Street', 'Old Port', 'office', 1993, 1644, 1371000), (59, '121 Elm Street', 'Old Port', 'house', 1924, 1496, 3902000), (60, '131 Station Avenue', 'Northside', 'house', 1915, 191, 2954000)) AS t(property_id, address, district, use_type, year_built, floor_sqm, assessed_value);
CREATE TABLE permits AS FROM (VALUES ('BP-1000', 45, 'K04', 'plumbing', DATE '2024-11-16', DATE '2025-04-15', 'approved', 865000, 75), ('BP-1001', 45, 'K07', 'roof', DATE '2023-11-07', NULL, 'withdrawn', 138000, 120), ('BP-1002', 17, 'K06', 'new build', DATE '2024-11-11', DATE '2025-04-06', 'approved', 220000, 120), ('BP-1004', 40, 'K02', 'roof', DATE '2022-07-07', DATE '2022-10-09', 'approved', 182000, 75), ('BP-1005', 34, 'K04', 'roof', DATE '2023-01-31', NULL, 'withdrawn', 230000, 500), ('BP-1006', 34, 'K04', 'extension', DATE '2024-09-26', NULL, 'pending', 590000, 120), ('BP-1007', 34, 'K02', 'roof', DATE '2021-05-31', DATE '2021-06-25', 'approved', 521000, 500), ('BP-1008', 3, 'K01', 'plumbing', DATE '2023-12-21', NULL, 'withdrawn', 312000, 75), ('BP-1009', 34, 'K06', 'electrical', DATE '2024-04-29', NULL, 'pending', 587000, 75), ('BP-1011', 48, 'K02', 'demolition', DATE '2022-01-04', NULL, 'pending', 355000, 500), ('BP-1012', 39, 'K07', 'roof', DATE '2022-05-15', NULL, 'withdrawn', 350000, 350), ('BP-1013', 10, 'K01', 'extension', DATE '2024-01-19', NULL, 'pending', 257000, 350), ('BP-1014', 2, 'K06', 'roof', DATE '2022-07-23', DATE '2022-08-11', 'approved', 126000, 75), ('BP-1016', 3, 'K01', 'plumbing', DATE '2022-08-10', DATE '2022-10-04', 'approved', 307000, 350), ('BP-1017', 36, 'K08', 'plumbing', DATE '2024-09-14', DATE '2024-12-03', 'rejected', 483000, 350), ('BP-1018', 2, 'K05', 'plumbing', DATE '2021-11-08', DATE '2022-03-17', 'rejected', 646000, 120), ('BP-1019', 6, 'K03', 'plumbing', DATE '2023-09-03', DATE '2023-10-28', 'rejected', 142000, 200), ('BP-1021', 31, 'K03', 'demolition', DATE '2021-10-26', DATE '2022-02-12', 'approved', 879000, 500), ('BP-1022', 20, 'K04', 'new build', DATE '2024-07-29', DATE '2024-12-09', 'approved', 348000, 350), ('BP-1024', 29, 'K03', 'roof', DATE '2022-07-29', DATE '2022-10-17', 'approved', 618000, 75), ('BP-1028', 16, 'K01', 'demolition', DATE '2023-08-25', DATE '2023-12-26', 'approved', 392000, 75), ('BP-1029', 34, 'K01', 'extension', DATE '2022-04-09', DATE '2022-06-27', 'rejected', 748000, 200), ('BP-1030', 27, 'K07', 'roof', DATE '2021-09-27', DATE '2021-10-21', 'approved', 525000, 200), ('BP-1031', 27, 'K02', 'new build', DATE '2022-11-21', DATE '2023-03-08', 'approved', 750000, 75)) AS t(permit_no, property_id, contractor_no, work_type, applied_on, decided_on, outcome, estimated_cost, fee);
CREATE TABLE inspectors AS FROM (VALUES (1, 'Hana Romero', 23), (2, 'Stefan Novak', 12), (3, 'Vera Quist', 14), (4, 'Tamsin Weiss', 2), (5, 'Beatriz Silva', 24), (6, 'Marek Okafor', 16), (7, 'Anton Abbott', 13), (8, 'Elif Bakker', 4), (9, 'Oskar Fontaine', 18)) AS t(inspector_id, inspector_name, years_of_service);
CREATE TABLE inspections AS FROM (VALUES (2, 'BP-1008', 6, DATE '2022-02-17', 'pass', 2), (4, 'BP-1022', 2, DATE '2023-01-27', 'pass', 2), (5, 'BP-1002', 4, DATE '2022-09-03', 'fail', 3), (12, 'BP-1006', 6, DATE '2023-02-20', 'pass', 1), (17, 'BP-1014', 6, DATE '2022-03-10', 'pass', 3), (27, 'BP-1028', 2, DATE '2023-02-02', 'pass', 1), (28, 'BP-1008', 7, DATE '2024-10-28', 'pass', 1), (29, 'BP-1022', 7, DATE '2021-11-28', 'fail', 0), (31, 'BP-1019', 4, DATE '2024-03-17', 'partial', 0), (32, 'BP-1006', 2, DATE '2022-03-02', 'pass', 4), (38, 'BP-1018', 5, DATE '2024-04-01', 'partial', 5), (39, 'BP-1013', 5, DATE '2022-09-08', 'pass', 3), (42, 'BP-1019', 1, DATE '2023-09-09', 'pass', 4), (44, 'BP-1001', 4, DATE '2024-09-26', 'fail', 0), (48, 'BP-1011', 1, DATE '2023-01-31', 'pass', 2), (51, 'BP-1016', 1, DATE '2021-08-21', 'partial', 6), (52, 'BP-1029', 4, DATE '2024-08-22', 'partial', 1), (58, 'BP-1009', 7, DATE '2023-07-20', 'partial', 0), (61, 'BP-1008', 7, DATE '2024-11-10', 'fail', 1), (65, 'BP-1031', 5, DATE '2023-08-21', 'partial', 5), (74, 'BP-1006', 4, DATE '2024-07-09', 'pass', 6), (78, 'BP-1009', 5, DATE '2022-12-18', 'pass', 1), (82, 'BP-1002', 2, DATE '2022-06-14', 'pass', 4), (89, 'BP-1029', 5, DATE '2023-11-21', 'fail', 1), (92, 'BP-1014', 6, DATE '2022-11-14', 'pass', 6), (93, 'BP-1021', 3, DATE '2024-12-15', 'pass', 1)) AS t(inspection_id, permit_no, inspector_id, visited_on, result, defects);

-- How many permits were rejected?
SELECT count(*) FROM permits WHERE outcome = 'rejected';
-- How many permits did each company apply for?
SELECT company, count(*) FROM contractors JOIN permits USING (contractor_no) GROUP BY 1;
-- Which contractors have no permits?
SELECT company FROM contractors WHERE contractor_no NOT IN (SELECT contractor_no FROM permits);
-- What is the average estimated cost of a roof permit?
SELECT avg(estimated_cost) FROM permits WHERE work_type = 'roof';
-- Which inspector found the most defects?
SELECT inspector_name FROM inspectors JOIN inspections USING (inspector_id) GROUP BY inspector_id, 1 QUALIFY rank() OVER (ORDER BY sum(defects) DESC) = 1;
-- How many inspections failed?
SELECT count(*) FROM inspections WHERE result = 'fail';
-- How many failed inspections did each contractor have?
SELECT company, count(*) FILTER (WHERE result = 'fail') FROM contractors LEFT JOIN permits USING (contractor_no) LEFT JOIN inspections USING (permit_no) GROUP BY 1;
-- What is the most valuable property?
SELECT property_id FROM properties QUALIFY rank() OVER (ORDER BY assessed_value DESC) = 1;
-- List the addresses of shops in Downtown.
SELECT address FROM properties WHERE use_type = 'shop' AND district = 'Downtown';
-- Which properties were built before 1920?
SELECT property_id FROM properties WHERE year_built < 1920;
-- How many permits are pending in each district?
SELECT district, count(*) FROM permits JOIN properties USING (property_id) WHERE outcome = 'pending' GROUP BY 1;
-- Which work type has the highest total fees?
SELECT work_type FROM permits GROUP BY 1 QUALIFY rank() OVER (ORDER BY sum(fee) DESC) = 1;
-- How many days does a decision take on average?
SELECT avg(decided_on - applied_on) FROM permits;
-- Which permits were never inspected?
SELECT permit_no FROM permits WHERE permit_no NOT IN (SELECT permit_no FROM inspections);
-- Which inspectors have served more than ten years?
SELECT inspector_name FROM inspectors WHERE years_of_service > 10;
-- How many permits were applied for in March 2023?
SELECT count(*) FROM permits WHERE applied_on BETWEEN '2023-03-01' AND '2023-03-31';
-- Total fees per year
SELECT year(applied_on), sum(fee) FROM permits GROUP BY 1;
-- Which class A contractors are based in Eastgate?
SELECT company FROM contractors WHERE license_class = 'A' AND office_district = 'Eastgate';
-- What share of permits was approved?
SELECT 100.0 * count(*) FILTER (outcome = 'approved') / count(*) FROM permits;
-- Which property has had more than three permits?
SELECT property_id FROM permits GROUP BY 1 HAVING count(*) > 3;
-- Which contractor was founded most recently?
SELECT company FROM contractors QUALIFY rank() OVER (ORDER BY founded DESC) = 1;
-- How many permits cost more than 500000?
SELECT count(*) FROM permits WHERE estimated_cost > 500000;
-- Which inspectors have not visited anything in 2024?
SELECT inspector_name FROM inspectors WHERE inspector_id NOT IN (SELECT inspector_id FROM inspections WHERE year(visited_on) = 2024);
-- What is the average size of an office in square meters?
SELECT avg(floor_sqm) FROM properties WHERE use_type = 'office';
-- Who owns 12 Elm Street?
refuse
-- How many workers does Keystone employ?
refuse
-- Which permits were appealed?
refuse
-- How many bedrooms does each house have?
refuse
-- Which inspector is the best paid?
refuse
-- Which architects designed the new builds?
refuse
-- How many complaints did neighbours file?
refuse
-- What is the contractors' phone number?
refuse
-- How many contractors have more than 2 permits?
SELECT count(*) FROM (SELECT contractor_no FROM permits GROUP BY 1 HAVING count(*) > 2);
-- Which contractors have fewer than 3 permits?
SELECT company FROM contractors LEFT JOIN permits USING (contractor_no) GROUP BY 1 HAVING count(permit_no) < 3;
-- How many class B contractors have fewer than 3 permits?
SELECT count(*) FROM (SELECT contractor_no FROM contractors LEFT JOIN permits USING (contractor_no) WHERE license_class = 'B' GROUP BY 1 HAVING count(permit_no) < 3);
-- Which inspectors only visited offices?
refuse
-- Which contractors worked on every shop?
refuse
