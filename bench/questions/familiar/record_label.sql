-- A small record label.
CREATE TABLE band AS FROM (VALUES (1, 'Velvet Anchor', 'Bristol', 2009, NULL, 'indie'), (2, 'The Cold Kettles', 'Leeds', 2014, 2021, 'punk'), (3, 'Marigold Drive', 'Glasgow', 2012, NULL, 'folk'), (4, 'Static Parade', 'Leeds', 2017, NULL, 'electronic'), (5, 'Ferrous', 'Cardiff', 2005, 2018, 'metal'), (6, 'Paper Lanterns', 'Bristol', 2019, NULL, 'folk'), (7, 'Nine Below', 'Glasgow', 2021, NULL, 'folk')) AS t(band_id, band_name, home_city, formed, split_up, genre);
CREATE TABLE musician AS FROM (VALUES (1, 'Tess Harlow', 'GB', DATE '1986-04-03'), (2, 'Odhran Byrne', 'IE', DATE '1990-10-21'), (3, 'Mina Sato', 'JP', DATE '1993-01-12'), (4, 'Lewis Grant', 'GB', DATE '1988-07-30'), (5, 'Carla Voss', 'DE', DATE '1979-11-08'), (6, 'Pete Malin', 'GB', DATE '1982-03-17'), (7, 'Anouk Roy', 'FR', DATE '1995-06-25'), (8, 'Dev Anand', 'GB', DATE '1999-02-02'), (9, 'Ivy Crane', 'US', DATE '1991-09-15'), (10, 'Sol Baptiste', 'FR', DATE '2000-12-01')) AS t(mus_id, full_name, country_cd, birth_date);
CREATE TABLE band_member AS FROM (VALUES (1, 1, 'vocals', 2009, NULL), (1, 4, 'guitar', 2009, NULL), (1, 6, 'drums', 2011, 2016), (2, 2, 'vocals', 2014, 2021), (2, 6, 'drums', 2014, 2021), (3, 3, 'violin', 2012, NULL), (3, 1, 'guitar', 2013, NULL), (3, 9, 'vocals', 2012, NULL), (4, 5, 'synth', 2017, NULL), (4, 7, 'vocals', 2017, NULL), (5, 4, 'guitar', 2005, 2018), (5, 5, 'bass', 2006, 2018), (6, 9, 'vocals', 2019, NULL), (6, 7, 'piano', 2019, NULL), (7, 8, 'vocals', 2021, NULL)) AS t(band_id, mus_id, instrument, joined, left_yr);
CREATE TABLE album AS FROM (VALUES (10, 'Harbour Lights', 1, '2011-05-20', 'LP'), (11, 'Undertow', 1, '2015-09-04', 'LP'), (12, 'Slack Water', 1, '2020-02-14', 'EP'), (13, 'Boil Dry', 2, '2015-03-01', 'LP'), (14, 'Limescale', 2, '2018-10-26', 'LP'), (15, 'Hedgerow', 3, '2013-06-07', 'LP'), (16, 'Winter Barley', 3, '2019-11-15', 'LP'), (17, 'Signal Loss', 4, '2018-08-31', 'EP'), (18, 'Afterimage', 4, '2022-04-22', 'LP'), (19, 'Slag', 5, '2007-01-19', 'LP'), (20, 'Rust Never Rests', 5, '2012-12-12', 'LP'), (21, 'Kindling', 6, '2021-07-16', 'EP')) AS t(album_id, title, band_id, rel_date, fmt);
CREATE TABLE track AS SELECT i + 1 AS track_id, 10 + i // 6 AS album_id, i % 6 + 1 AS pos, ['Tide', 'Ash', 'Lantern', 'Gravel', 'Static', 'Home', 'Ember'][1 + (i * 3) % 7] || ' ' || (i + 1) AS song, 120 + (i * 53) % 260 AS len_sec, i % 10 = 3 AS explicit FROM range(0, 69) AS r(i);
CREATE TABLE sale AS SELECT 1 + i AS sale_id, 10 + ((i * i) % 17) % 11 AS album_id, ['vinyl', 'cd', 'download', 'vinyl'][1 + i % 4] AS medium, ['Rough Deal', 'Spin City', 'Webshop'][1 + (i * 2) % 3] AS shop, DATE '2021-01-10' + ((i * 17) % 1050)::INT AS sold_on, 1 + (i * 7) % 25 AS units, round(6.5 + (i * 3) % 14, 2) AS unit_price FROM range(0, 150) AS r(i);

-- Names of all bands from Leeds
SELECT band_name FROM band WHERE home_city = 'Leeds';
-- How many albums has each band released?
SELECT band_name, count(album_id) FROM band LEFT JOIN album USING (band_id) GROUP BY 1;
-- Which bands have not released an album?
SELECT band_name FROM band WHERE band_id NOT IN (SELECT band_id FROM album);
-- Who sings in Velvet Anchor?
SELECT full_name FROM musician JOIN band_member USING (mus_id) JOIN band USING (band_id) WHERE band_name = 'Velvet Anchor' AND instrument = 'vocals';
-- Who plays the drums?
SELECT DISTINCT full_name FROM musician JOIN band_member USING (mus_id) WHERE instrument = 'drums';
-- Which musicians have played in more than one band?
SELECT full_name FROM musician JOIN band_member USING (mus_id) GROUP BY mus_id, 1 HAVING count(*) > 1;
-- Which musicians play both guitar and bass?
SELECT full_name FROM musician WHERE mus_id IN (SELECT mus_id FROM band_member WHERE instrument = 'guitar') AND mus_id IN (SELECT mus_id FROM band_member WHERE instrument = 'bass');
-- Which musicians have never been in a band?
SELECT full_name FROM musician WHERE mus_id NOT IN (SELECT mus_id FROM band_member);
-- Which bands have split up?
SELECT band_name FROM band WHERE split_up IS NOT NULL;
-- How many bands are still together?
SELECT count(*) FROM band WHERE split_up IS NULL;
-- Which albums came out between 2012 and 2018?
SELECT title FROM album WHERE year(rel_date::DATE) BETWEEN 2012 AND 2018;
-- What is the longest track on Undertow?
SELECT song FROM track JOIN album USING (album_id) WHERE title = 'Undertow' ORDER BY len_sec DESC LIMIT 1;
-- How long are the tracks on average, by album?
SELECT title, avg(len_sec) FROM track JOIN album USING (album_id) GROUP BY 1;
-- Which album sold the most copies?
SELECT title FROM album JOIN sale USING (album_id) GROUP BY 1 ORDER BY sum(units) DESC LIMIT 1;
-- How many vinyl records were sold in 2022?
SELECT sum(units) FROM sale WHERE medium = 'vinyl' AND year(sold_on) = 2022;
-- Total units sold per shop
SELECT shop, sum(units) FROM sale GROUP BY 1;
-- What share of the sales were downloads?
SELECT 100.0 * count(*) FILTER (medium = 'download') / count(*) FROM sale;
-- Top 2 albums by number of sales
SELECT title FROM album JOIN sale USING (album_id) GROUP BY 1 ORDER BY count(*) DESC LIMIT 2;
-- Which folk bands were formed after 2010?
SELECT band_name FROM band WHERE genre = 'folk' AND formed > 2010;
-- Which musicians are from France or Germany?
SELECT full_name FROM musician WHERE country_cd IN ('FR', 'DE');
-- Who is the youngest musician?
SELECT full_name FROM musician ORDER BY birth_date DESC LIMIT 1;
-- Which tracks are longer than 5 minutes?
SELECT song FROM track WHERE len_sec > 300;
-- How many of the tracks are explicit?
SELECT count(*) FROM track WHERE explicit;
-- Which genre has the most bands?
SELECT genre FROM band GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- List the titles and release dates of the EPs, newest first.
SELECT title, rel_date FROM album WHERE fmt = 'EP' ORDER BY rel_date DESC;
-- Which cities have at least two bands?
SELECT home_city FROM band GROUP BY 1 HAVING count(*) >= 2;
-- Which albums were sold at Spin City but not at Rough Deal?
SELECT title FROM album WHERE album_id IN (SELECT album_id FROM sale WHERE shop = 'Spin City') AND album_id NOT IN (SELECT album_id FROM sale WHERE shop = 'Rough Deal');
-- What was the first album by Ferrous?
SELECT title FROM album JOIN band USING (band_id) WHERE band_name = 'Ferrous' ORDER BY rel_date LIMIT 1;
-- Which album has never been sold?
SELECT title FROM album WHERE album_id NOT IN (SELECT album_id FROM sale);
-- How many musicians were born in the 1990s?
SELECT count(*) FROM musician WHERE year(birth_date) BETWEEN 1990 AND 1999;
-- When did Pete Malin join The Cold Kettles?
SELECT joined FROM band_member JOIN musician USING (mus_id) JOIN band USING (band_id) WHERE full_name = 'Pete Malin' AND band_name = 'The Cold Kettles';
-- Which producer worked on Hedgerow?
refuse
-- How many streams did Afterimage get?
refuse
-- Which bands went on tour in 2019?
refuse
-- Who wrote the lyrics of Tide 1?
refuse
-- What is the royalty rate of Static Parade?
refuse
