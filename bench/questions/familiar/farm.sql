-- Farms, their fields and what grew there. Areas came from a spreadsheet as text.
CREATE TABLE farms AS FROM (VALUES (1, 'Oak Hollow', 'Devon', 'Martha Kane', 'Y', 1952), (2, 'Brook End', 'Devon', 'Samir Aziz', 'N', 1978), (3, 'Highfield', 'Kent', 'Rosie Platt', 'Y', 1991), (4, 'Stone Barn', 'Norfolk', 'Giles Norton', 'N', 1930), (5, 'Marsh Lane', 'Norfolk', 'Beth Oduya', 'N', 2008)) AS t(farm_id, farm_name, county, owner, organic, founded);
CREATE TABLE fields AS FROM (VALUES (1, 1, 'Long Acre', '12.5', 'clay'), (2, 1, 'Top Meadow', '8.0', 'loam'), (3, 2, 'River Piece', '15.2', 'silt'), (4, 2, 'Church Field', '6.4', 'loam'), (5, 3, 'Hop Garden', '4.8', 'chalk'), (6, 3, 'South Slope', '10.1', 'chalk'), (7, 4, 'Forty Acres', '16.0', 'sand'), (8, 4, 'Windmill Field', '22.3', 'sand'), (9, 5, 'Fen Bottom', '30.6', 'peat')) AS t(field_id, farm_id, field_name, area_ha, soil_type);
CREATE TABLE crops AS FROM (VALUES ('WW', 'Winter wheat', 'cereal', 185.0), ('SB', 'Spring barley', 'cereal', 160.5), ('OR', 'Oilseed rape', 'oilseed', 390.0), ('PO', 'Potatoes', 'root', 210.0), ('SU', 'Sugar beet', 'root', 40.0), ('HO', 'Hops', 'specialty', 6500.0)) AS t(crop_code, crop_name, crop_group, price_per_tonne);
CREATE TABLE harvests AS FROM (VALUES (1, 1, 'WW', '2021-08-12', 98.4, 14.2), (2, 2, 'SB', '2021-08-20', 45.1, 13.8), (3, 3, 'WW', '2021-08-15', 130.7, 15.0), (4, 5, 'HO', '2021-09-10', 7.9, NULL), (5, 7, 'PO', '2021-10-02', 610.0, NULL), (6, 1, 'OR', '2022-07-25', 41.0, 9.1), (7, 2, 'WW', '2022-08-09', 66.3, 14.6), (8, 3, 'SB', '2022-08-13', 88.8, 14.1), (9, 5, 'HO', '2022-09-08', 8.6, NULL), (10, 8, 'SU', '2022-11-15', 1490.0, NULL), (11, 6, 'WW', '2022-08-18', 74.5, 14.9), (12, 7, 'WW', '2023-08-07', 121.9, 15.3), (13, 8, 'PO', '2023-10-01', 880.5, NULL), (14, 5, 'HO', '2023-09-12', 7.2, NULL), (15, 4, 'SB', '2023-08-19', 37.7, 14.0)) AS t(harvest_id, field_id, crop_code, harvest_date, tonnes, moisture_pct);

-- What are the names of the organic farms?
SELECT farm_name FROM farms WHERE organic = 'Y';
-- How many fields does each farm have?
SELECT farm_name, count(*) FROM farms JOIN fields USING (farm_id) GROUP BY 1;
-- What is the total area of the fields of Stone Barn?
SELECT sum(area_ha::DOUBLE) FROM fields JOIN farms USING (farm_id) WHERE farm_name = 'Stone Barn';
-- Which field is the largest?
SELECT field_name FROM fields ORDER BY area_ha::DOUBLE DESC LIMIT 1;
-- How many tonnes of winter wheat were harvested in 2022?
SELECT sum(tonnes) FROM harvests JOIN crops USING (crop_code) WHERE crop_name = 'Winter wheat' AND harvest_date LIKE '2022%';
-- What is the total yield in tonnes for each crop group?
SELECT crop_group, sum(tonnes) FROM harvests JOIN crops USING (crop_code) GROUP BY 1;
-- Which fields have never been harvested?
SELECT field_name FROM fields WHERE field_id NOT IN (SELECT field_id FROM harvests);
-- List the crop names and prices per tonne, cheapest first.
SELECT crop_name, price_per_tonne FROM crops ORDER BY 2;
-- Who owns the farm with the most fields in chalk soil?
SELECT owner FROM farms JOIN fields USING (farm_id) WHERE soil_type = 'chalk' GROUP BY farm_id, owner ORDER BY count(*) DESC LIMIT 1;
-- What is the average moisture of cereal harvests?
SELECT avg(moisture_pct) FROM harvests JOIN crops USING (crop_code) WHERE crop_group = 'cereal';
-- How many different crops were grown on Long Acre?
SELECT count(DISTINCT crop_code) FROM harvests JOIN fields USING (field_id) WHERE field_name = 'Long Acre';
-- Which counties have more than one farm?
SELECT county FROM farms GROUP BY 1 HAVING count(*) > 1;
-- How much fertilizer was used on Top Meadow?
refuse
-- How many cows does Brook End keep?
refuse
