-- Wineries and tastings.
CREATE TABLE winery AS FROM (VALUES (1, 'Casa Roble', 'Rioja', 'Spain', 1892, 45.5), (2, 'Weingut Falk', 'Mosel', 'Germany', 1931, 12.0), (3, 'Domaine Aubert', 'Burgundy', 'France', 1760, 20.3), (4, 'Sunny Ridge', 'Barossa', 'Australia', 1985, 110.0)) AS t(winery_id, winery, region, country, established, hectares);
CREATE TABLE grape AS FROM (VALUES (1, 'Tempranillo', 'red'), (2, 'Riesling', 'white'), (3, 'Pinot Noir', 'red'), (4, 'Shiraz', 'red'), (5, 'Chardonnay', 'white')) AS t(grape_id, grape, color);
CREATE TABLE wine AS FROM (VALUES (1, 'Reserva', 1, 1, 2016, 24.5, 12000, '13.5%'), (2, 'Gran Reserva', 1, 1, 2012, 58.0, 4000, '14.0%'), (3, 'Schiefer', 2, 2, 2020, 14.9, 9000, '11.5%'), (4, 'Clos Vieux', 3, 3, 2018, 85.0, 2500, '13.0%'), (5, 'Les Pierres', 3, 5, 2019, 62.0, 3000, '13.0%'), (6, 'Old Block', 4, 4, 2017, 35.0, 20000, '14.5%'), (7, 'Ridge White', 4, 5, 2021, 18.0, 15000, '12.5%')) AS t(wine_id, wine_name, winery_id, grape_id, vintage, price, bottles, alcohol);
CREATE TABLE critic AS FROM (VALUES (1, 'Hugh Barton', 'Decant Weekly', 'UK'), (2, 'Elisa Conti', 'Vino Oggi', 'Italy'), (3, 'Ben Yamada', 'Decant Weekly', 'Japan')) AS t(critic_id, critic_name, magazine, country);
CREATE TABLE review AS FROM (VALUES (1, 1, 1, 91, '2021-03-01'), (2, 2, 1, 97, '2021-03-01'), (3, 3, 2, 88, '2021-06-15'), (4, 4, 2, 96, '2021-09-09'), (5, 5, 1, 92, '2022-01-20'), (6, 6, 2, 90, '2022-02-11'), (7, 1, 2, 89, '2022-04-04'), (8, 4, 1, 94, '2022-10-17')) AS t(review_id, wine_id, critic_id, score, review_date);

-- What are the names of the wines that cost more than 50?
SELECT wine_name FROM wine WHERE price > 50;
-- How many wines does each winery produce?
SELECT winery, count(*) FROM winery JOIN wine USING (winery_id) GROUP BY 1;
-- What is the average score of each wine? Show the wine name and the average score in descending order.
SELECT wine_name, avg(score) FROM wine JOIN review USING (wine_id) GROUP BY 1 ORDER BY 2 DESC;
-- Which wines have not been reviewed?
SELECT wine_name FROM wine WHERE wine_id NOT IN (SELECT wine_id FROM review);
-- Which winery is the oldest?
SELECT winery FROM winery ORDER BY established LIMIT 1;
-- List the names of red wines.
SELECT wine_name FROM wine JOIN grape USING (grape_id) WHERE color = 'red';
-- What is the average price of French wines?
SELECT avg(price) FROM wine JOIN winery USING (winery_id) WHERE country = 'France';
-- Which critic gave the highest score?
SELECT critic_name FROM critic JOIN review USING (critic_id) ORDER BY score DESC LIMIT 1;
-- How many reviews did critics of Decant Weekly write?
SELECT count(*) FROM review JOIN critic USING (critic_id) WHERE magazine = 'Decant Weekly';
-- What is the total number of bottles of Riesling?
SELECT sum(bottles) FROM wine JOIN grape USING (grape_id) WHERE grape = 'Riesling';
-- What is the name and vintage of the most expensive wine?
SELECT wine_name, vintage FROM wine ORDER BY price DESC LIMIT 1;
-- Which wines won a gold medal?
refuse
-- What food goes with Old Block?
refuse
