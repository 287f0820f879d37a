-- Countries and what lies in them.
CREATE TABLE country AS FROM (VALUES ('Austria', 'A', 'Vienna', 83850, 8023244, 'Europe'), ('Brazil', 'BR', 'Brasilia', 8511960, 162661214, 'America'), ('Egypt', 'ET', 'Cairo', 1001450, 63575107, 'Africa'), ('France', 'F', 'Paris', 547030, 58317450, 'Europe'), ('Germany', 'D', 'Berlin', 356910, 83536115, 'Europe'), ('Iceland', 'IS', 'Reykjavik', 103000, 270292, 'Europe'), ('Italy', 'I', 'Rome', 301230, 57460274, 'Europe'), ('Japan', 'J', 'Tokyo', 377835, 125449703, 'Asia'), ('Kenya', 'EAK', 'Nairobi', 582650, 28176686, 'Africa'), ('Switzerland', 'CH', 'Bern', 41290, 7207060, 'Europe'), ('Spain', 'E', 'Madrid', 504750, 39181114, 'Europe')) AS t(name, code, capital, area, population, continent);
CREATE TABLE city AS FROM (VALUES ('Vienna', 'A', 1583000, 48.2), ('Graz', 'A', 238000, 47.1), ('Sao Paulo', 'BR', 9811776, -23.5), ('Brasilia', 'BR', 1817001, -15.8), ('Cairo', 'ET', 6053000, 30.1), ('Paris', 'F', 2152423, 48.8), ('Lyon', 'F', 415487, 45.8), ('Marseille', 'F', 800550, 43.3), ('Berlin', 'D', 3472009, 52.5), ('Hamburg', 'D', 1705872, 53.6), ('Munich', 'D', 1244676, 48.1), ('Cologne', 'D', 963817, 50.9), ('Rome', 'I', 2648843, 41.9), ('Milan', 'I', 1306494, 45.5), ('Tokyo', 'J', 7843000, 35.7), ('Nairobi', 'EAK', 2000000, -1.3), ('Bern', 'CH', 130069, 46.9), ('Zurich', 'CH', 343106, 47.4)) AS t(name, country_code, population, latitude);
CREATE TABLE river AS FROM (VALUES ('Donau', 2845), ('Rhein', 1320), ('Elbe', 1144), ('Rhone', 812), ('Nile', 6690), ('Amazonas', 6448), ('Isar', 295), ('Po', 652)) AS t(name, length);
CREATE TABLE river_country AS FROM (VALUES ('Donau', 'A'), ('Donau', 'D'), ('Rhein', 'CH'), ('Rhein', 'D'), ('Rhein', 'F'), ('Elbe', 'D'), ('Rhone', 'CH'), ('Rhone', 'F'), ('Nile', 'ET'), ('Amazonas', 'BR'), ('Isar', 'D'), ('Isar', 'A'), ('Po', 'I')) AS t(river_name, country_code);
CREATE TABLE mountain AS FROM (VALUES ('Grossglockner', 3797, 'A', 'Alps'), ('Zugspitze', 2963, 'D', 'Alps'), ('Mont Blanc', 4808, 'F', 'Alps'), ('Matterhorn', 4478, 'CH', 'Alps'), ('Mount Kenya', 5199, 'EAK', NULL), ('Fuji', 3776, 'J', NULL), ('Etna', 3323, 'I', NULL), ('Pico de Aneto', 3404, 'E', 'Pyrenees'), ('Monte Rosa', 4634, 'CH', 'Alps')) AS t(name, height, country_code, range);
CREATE TABLE speaks AS FROM (VALUES ('A', 'German', 98.0), ('BR', 'Portuguese', 97.5), ('ET', 'Arabic', 99.0), ('F', 'French', 100.0), ('D', 'German', 100.0), ('I', 'Italian', 96.0), ('J', 'Japanese', 100.0), ('CH', 'German', 65.0), ('CH', 'French', 18.0), ('CH', 'Italian', 12.0), ('EAK', 'English', 25.0), ('EAK', 'Swahili', 60.0)) AS t(country_code, language, percentage);

-- What is the capital of Egypt?
SELECT capital FROM country WHERE name = 'Egypt';
-- What is the population of Munich?
SELECT population FROM city WHERE name = 'Munich';
-- Which country has the largest area?
SELECT name FROM country ORDER BY area DESC LIMIT 1;
-- What are the names of the cities in Germany?
SELECT c.name FROM city c JOIN country ON country_code = code WHERE country.name = 'Germany';
-- How many cities are there in France?
SELECT count(*) FROM city JOIN country ON country_code = code WHERE country.name = 'France';
-- Which rivers flow through Germany?
SELECT river_name FROM river_country JOIN country ON country_code = code WHERE name = 'Germany';
-- What is the longest river?
SELECT name FROM river ORDER BY length DESC LIMIT 1;
-- What is the longest river in Switzerland?
SELECT r.name FROM river r JOIN river_country ON r.name = river_name JOIN country c ON country_code = code WHERE c.name = 'Switzerland' ORDER BY length DESC LIMIT 1;
-- Which countries have no city listed?
SELECT name FROM country WHERE code NOT IN (SELECT country_code FROM city);
-- List the mountains higher than 4000 meters.
SELECT name FROM mountain WHERE height > 4000;
-- What is the highest mountain in the Alps?
SELECT name FROM mountain WHERE range = 'Alps' ORDER BY height DESC LIMIT 1;
-- What is the total population of each continent?
SELECT continent, sum(population) FROM country GROUP BY 1;
-- Which languages are spoken in Switzerland?
SELECT language FROM speaks JOIN country ON country_code = code WHERE name = 'Switzerland';
-- In how many countries is German spoken?
SELECT count(DISTINCT country_code) FROM speaks WHERE language = 'German';
-- Which countries have a population of more than 50 million and an area below 400000?
SELECT name FROM country WHERE population > 50000000 AND area < 400000;
-- How many countries are in each continent?
SELECT continent, count(*) FROM country GROUP BY 1;
-- Which European countries have a mountain?
SELECT DISTINCT c.name FROM country c JOIN mountain ON country_code = code WHERE continent = 'Europe';
-- What is the average city population per country? Show the country name.
SELECT c.name, avg(city.population) FROM country c JOIN city ON country_code = code GROUP BY 1;
-- Which river flows through the most countries?
SELECT river_name FROM river_country GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- Give the names of the countries that have at least 3 cities.
SELECT c.name FROM country c JOIN city ON country_code = code GROUP BY 1 HAVING count(*) >= 3;
-- What is the population density of Japan?
SELECT 1.0 * population / area FROM country WHERE name = 'Japan';
-- Which cities have more inhabitants than Rome?
SELECT name FROM city WHERE population > (SELECT population FROM city WHERE name = 'Rome');
-- Which is the smallest country by area in Europe?
SELECT name FROM country WHERE continent = 'Europe' ORDER BY area LIMIT 1;
-- What is the average area of countries in Africa and in Asia?
SELECT continent, avg(area) FROM country WHERE continent IN ('Africa', 'Asia') GROUP BY 1;
-- Which lakes are in Kenya?
refuse
-- Who is the president of France?
refuse
