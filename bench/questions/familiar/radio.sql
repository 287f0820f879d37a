-- Radio stations and what they broadcast.
CREATE TABLE station AS FROM (VALUES (1, 'Coast FM', '98.5 MHz', 'Dublin', 1989, 'Wavelength Media', 412000), (2, 'Radio Solaris', '101.2 MHz', 'Cork', 2001, 'Solaris Group', 188000), (3, 'Talk North', '693 kHz', 'Belfast', 1974, 'Wavelength Media', 265000), (4, 'Jazz Harbour', '89.9 MHz', 'Galway', 2012, 'Independent', 43000), (5, 'Pulse', '104.4 MHz', 'Dublin', 2016, 'Solaris Group', 530000)) AS t(station_id, call_name, frequency, city, launch_year, owner, weekly_listeners);
CREATE TABLE presenter AS FROM (VALUES (1, 'Orla Byrne', 'Irish', DATE '1980-02-11'), (2, 'Dan Whitfield', 'British', DATE '1971-06-30'), (3, 'Maeve Quinn', 'Irish', DATE '1992-12-04'), (4, 'Kofi Mensah', 'Ghanaian', DATE '1988-09-19'), (5, 'Julie Laurent', 'French', DATE '1965-03-27'), (6, 'Brian Doyle', 'Irish', DATE '1959-08-08')) AS t(presenter_id, presenter_name, nationality, date_of_birth);
CREATE TABLE program AS FROM (VALUES (1, 'Morning Tide', 1, 'news', 'Monday', '06:00', 180), (2, 'Drive Home', 1, 'music', 'Friday', '17:00', 120), (3, 'Solar Beats', 2, 'music', 'Saturday', '20:00', 240), (4, 'The Long Debate', 3, 'talk', 'Wednesday', '21:00', 90), (5, 'Northern Headlines', 3, 'news', 'Monday', '07:00', 60), (6, 'Blue Hour', 4, 'music', 'Sunday', '22:00', 120), (7, 'Kitchen Stories', 3, 'talk', 'Thursday', '11:00', 45), (8, 'Chart Rush', 5, 'music', 'Friday', '18:00', 150), (9, 'Pulse Sport', 5, 'sport', 'Sunday', '14:00', 180)) AS t(program_id, title, station_id, genre, weekday, start_time, duration_min);
CREATE TABLE program_presenter AS FROM (VALUES (1, 1, 'host'), (1, 2, 'newsreader'), (2, 3, 'host'), (3, 4, 'host'), (4, 2, 'host'), (5, 2, 'newsreader'), (6, 5, 'host'), (7, 1, 'guest host'), (8, 3, 'host'), (8, 4, 'co-host'), (9, 4, 'host')) AS t(program_id, presenter_id, role);
CREATE TABLE rating AS FROM (VALUES (1, 1, 2022, 1, 11.2), (2, 1, 2022, 2, 10.8), (3, 1, 2023, 1, 12.1), (4, 2, 2022, 1, 7.4), (5, 2, 2023, 1, 6.9), (6, 3, 2022, 1, 5.1), (7, 4, 2022, 2, 4.4), (8, 5, 2023, 1, 9.0), (9, 6, 2022, 2, 2.2), (10, 6, 2023, 1, 2.8), (11, 8, 2022, 1, 14.6), (12, 8, 2023, 1, 15.3), (13, 9, 2023, 1, 8.8)) AS t(rating_id, program_id, year, quarter, audience_share);

-- List the call names of all stations in alphabetical order.
SELECT call_name FROM station ORDER BY 1;
-- How many stations does each owner have?
SELECT owner, count(*) FROM station GROUP BY 1;
-- What is the title of the longest program?
SELECT title FROM program ORDER BY duration_min DESC LIMIT 1;
-- Which programs are hosted by Kofi Mensah?
SELECT title FROM program JOIN program_presenter USING (program_id) JOIN presenter USING (presenter_id) WHERE presenter_name = 'Kofi Mensah' AND role = 'host';
-- What is the average audience share of music programs in 2022?
SELECT avg(audience_share) FROM rating JOIN program USING (program_id) WHERE genre = 'music' AND year = 2022;
-- How many programs does each station broadcast? Show the call name.
SELECT call_name, count(*) FROM station JOIN program USING (station_id) GROUP BY 1;
-- Which presenters appear on no program?
SELECT presenter_name FROM presenter WHERE presenter_id NOT IN (SELECT presenter_id FROM program_presenter);
-- Who is the youngest Irish presenter?
SELECT presenter_name FROM presenter WHERE nationality = 'Irish' ORDER BY date_of_birth DESC LIMIT 1;
-- What is the total number of weekly listeners of stations in Dublin?
SELECT sum(weekly_listeners) FROM station WHERE city = 'Dublin';
-- What is the frequency of the station that broadcasts Blue Hour?
SELECT frequency FROM station JOIN program USING (station_id) WHERE title = 'Blue Hour';
-- What are the titles of programs that run on Friday or Sunday?
SELECT title FROM program WHERE weekday IN ('Friday', 'Sunday');
-- Which genre has the lowest average audience share?
SELECT genre FROM program JOIN rating USING (program_id) GROUP BY 1 ORDER BY avg(audience_share) LIMIT 1;
-- What songs did Pulse play most often?
refuse
-- How much advertising revenue did Coast FM make in 2022?
refuse
