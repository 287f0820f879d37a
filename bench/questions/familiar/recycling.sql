-- Waste collection in a city.
CREATE TABLE district AS FROM (VALUES (1, 'Old Town', 18500, 2.4), (2, 'Harborside', 9200, 3.1), (3, 'Greenfields', 27400, 8.8), (4, 'Station Quarter', 12100, 1.9)) AS t("District_ID", "District_Name", "Population", "Area_km2");
CREATE TABLE truck AS FROM (VALUES (1, 'KA-101', 'Volvo', 2014, 9000, 'diesel'), (2, 'KA-102', 'MAN', 2019, 11000, 'diesel'), (3, 'KA-103', 'Volvo', 2022, 10500, 'electric'), (4, 'KA-104', 'Scania', 2011, 8000, 'diesel'), (5, 'KA-105', 'Renault', 2023, 7500, 'electric')) AS t("Truck_ID", "License_Plate", "Make", "Model_Year", "Max_Load_kg", "Fuel");
CREATE TABLE driver AS FROM (VALUES (1, 'Pavel Novak', '1979-04-12', 3100, 'yes'), (2, 'Rita Gomes', '1988-10-30', 2900, 'no'), (3, 'Emil Hansen', '1965-01-19', 3600, 'yes'), (4, 'Tara Singh', '1993-07-08', 2750, 'no')) AS t("Driver_ID", "Name", "Birth_Date", "Salary", "Night_Shift");
CREATE TABLE collection AS FROM (VALUES (1, 1, 1, 1, 'glass', '2023-01-09', 3200), (2, 1, 2, 2, 'paper', '2023-01-10', 5100), (3, 2, 1, 1, 'glass', '2023-01-16', 2700), (4, 3, 3, 3, 'organic', '2023-01-17', 7800), (5, 3, 2, 3, 'paper', '2023-02-01', 6600), (6, 4, 3, 2, 'organic', '2023-02-03', 4100), (7, 2, 5, 1, 'plastic', '2023-02-14', 1900), (8, 3, 5, 2, 'plastic', '2023-03-02', 3300), (9, 1, 1, 3, 'glass', '2023-03-06', 3050), (10, 3, 3, 3, 'organic', '2023-03-20', 8200)) AS t("Collection_ID", "District_ID", "Truck_ID", "Driver_ID", "Material", "Collection_Date", "Weight_kg");

-- What are the names and populations of all districts?
SELECT "District_Name", "Population" FROM district;
-- Which district has the largest population?
SELECT "District_Name" FROM district ORDER BY "Population" DESC LIMIT 1;
-- How many electric trucks are there?
SELECT count(*) FROM truck WHERE "Fuel" = 'electric';
-- What is the total weight collected for each material?
SELECT "Material", sum("Weight_kg") FROM collection GROUP BY 1;
-- What is the name of the driver with the highest salary?
SELECT "Name" FROM driver ORDER BY "Salary" DESC LIMIT 1;
-- Which trucks have never been used for a collection? Show their license plates.
SELECT "License_Plate" FROM truck WHERE "Truck_ID" NOT IN (SELECT "Truck_ID" FROM collection);
-- How many collections did each driver make? List the driver names and the number of collections.
SELECT "Name", count(c."Driver_ID") FROM driver d LEFT JOIN collection c ON c."Driver_ID" = d."Driver_ID" GROUP BY 1;
-- Show the total weight of glass collected in Old Town.
SELECT sum("Weight_kg") FROM collection JOIN district USING ("District_ID") WHERE "Material" = 'glass' AND "District_Name" = 'Old Town';
-- Find the names of drivers who collected organic waste.
SELECT DISTINCT "Name" FROM driver JOIN collection USING ("Driver_ID") WHERE "Material" = 'organic';
-- What is the population density of each district, that is the population divided by the area?
SELECT "District_Name", "Population" / "Area_km2" FROM district;
-- List the makes of trucks built after 2015 with a maximum load of at least 10000.
SELECT "Make" FROM truck WHERE "Model_Year" > 2015 AND "Max_Load_kg" >= 10000;
-- In which month of 2023 was the most weight collected?
SELECT month("Collection_Date"::DATE) FROM collection GROUP BY 1 ORDER BY sum("Weight_kg") DESC LIMIT 1;
-- How much does each household pay for collection?
refuse
-- Which trucks are in repair?
refuse
