-- Tournaments of computer games, which last days, and their matches, which last minutes.
CREATE TABLE team AS FROM (VALUES (1, 'Nova Wolves', 'Sweden', 2014, 3.2), (2, 'Red Comets', 'South Korea', 2012, 7.5), (3, 'Iron Owls', 'Germany', 2017, 1.1), (4, 'Pixel Pirates', 'Brazil', 2019, 0.6), (5, 'Ghost Rangers', 'USA', 2015, 4.4), (6, 'Jade Titans', 'China', 2013, 9.8), (7, 'Solar Foxes', 'Sweden', 2021, 0.3)) AS t(team_id, team, country, founded, net_worth_musd);
CREATE TABLE player AS FROM (VALUES (1, 'Blitz', 'Hana', 'Jansen', 'South Korea', 1996, 2, 'support', 70000), (2, 'Kora', 'Bruno', 'Ivanova', 'USA', 2002, 2, 'sniper', 209000), (3, 'Zenith', 'Willem', 'Ivanova', 'USA', 2006, 5, 'duelist', 367000), (4, 'Mako', 'Tamar', 'Abbott', 'USA', 2003, 4, 'tank', 231000), (5, 'Vex', 'Sven', 'Cordero', 'Sweden', 1998, 5, 'duelist', 102000), (6, 'Onyx', 'Dmitri', 'Kowalski', 'South Korea', 1994, 4, 'support', 156000), (7, 'Pulse', 'Emeka', 'Schultz', 'USA', 1997, 6, 'support', 82000), (8, 'Rook', 'Yara', 'Mbeki', 'China', 1997, 3, 'duelist', 309000), (9, 'Saber', 'Rhea', 'Orlov', 'Sweden', 2004, 5, 'support', 137000), (10, 'Trix', 'Dmitri', 'Novak', 'Brazil', 2005, 6, 'sniper', 236000), (11, 'Ember', 'Olga', 'Gallo', 'China', 1998, 4, 'sniper', 152000), (12, 'Flux', 'Kiran', 'Cordero', 'South Korea', 1996, 6, 'sniper', 148000), (13, 'Grim', 'Zeno', 'Hassan', 'USA', 1999, 4, 'sniper', 249000), (14, 'Hex', 'Ines', 'Lemaire', 'USA', 1995, 4, 'tank', 146000), (15, 'Indra', 'Noor', 'Cordero', 'Germany', 2006, 3, 'duelist', 329000), (16, 'Jolt', 'Ines', 'Bergman', 'Germany', 1995, 3, 'tank', 221000), (17, 'Koda', 'Viola', 'Ivanova', 'Brazil', 2004, 2, 'sniper', 354000), (18, 'Lynxx', 'Viola', 'Hassan', 'USA', 2005, 4, 'tank', 129000), (19, 'Myth', 'Hana', 'Orlov', 'Brazil', 2000, 1, 'duelist', 370000), (20, 'Nyx', 'Mateo', 'Novak', 'Germany', 2000, 1, 'sniper', 154000), (21, 'Omen', 'Noor', 'Xu', 'China', 1995, 4, 'sniper', 160000), (22, 'Phase', 'Zeno', 'Kowalski', 'South Korea', 2005, 4, 'tank', 137000), (23, 'Quark', 'Dmitri', 'Ivanova', 'Germany', 2001, 1, 'tank', 351000), (24, 'Raze', 'Dmitri', 'Abbott', 'China', 2004, 4, 'support', 122000), (25, 'Sting', 'Anouk', 'Xu', 'Brazil', 1997, 3, 'sniper', 29000), (26, 'Talon', 'Dmitri', 'Cordero', 'China', 2000, 2, 'sniper', 58000), (27, 'Umbra', 'Ines', 'Zapata', 'USA', 1996, 6, 'support', 159000), (28, 'Volt', 'Delia', 'Novak', 'Sweden', 2003, NULL, 'sniper', 97000), (29, 'Wraith', 'Aldo', 'Farkas', 'USA', 1994, NULL, 'tank', 63000), (30, 'Zap', 'Emeka', 'Gallo', 'Sweden', 2005, NULL, 'support', 277000)) AS t(player_id, handle, first_name, last_name, nationality, birth_year, team_id, role, yearly_salary);
CREATE TABLE tournament AS FROM (VALUES (1, 'Winter Clash', 'Starfall', 'Stockholm', DATE '2023-01-12', DATE '2023-01-15', 250000), (2, 'Seoul Masters', 'Starfall', 'Seoul', DATE '2023-04-03', DATE '2023-04-10', 800000), (3, 'Berlin Brawl', 'Arena X', 'Berlin', DATE '2023-06-20', DATE '2023-06-22', 120000), (4, 'Rio Rumble', 'Arena X', 'Rio', DATE '2023-09-01', DATE '2023-09-09', 300000), (5, 'World Finals', 'Starfall', 'Los Angeles', DATE '2023-11-05', DATE '2023-11-19', 2000000), (6, 'Spring Skirmish', 'Turbo Kart', 'Berlin', DATE '2024-03-08', DATE '2024-03-10', 60000)) AS t(tournament_id, tournament_name, game, city, start_date, end_date, prize_pool);
CREATE TABLE match AS FROM (VALUES (1, 1, 4, 2, 0, 2, 139, 343000), (2, 5, 5, 1, 1, 2, 55, 149000), (3, 3, 1, 3, 2, 1, 84, 632000), (4, 2, 2, 1, 0, 2, 68, 324000), (5, 2, 3, 1, 2, 0, 117, 20000), (6, 1, 4, 2, 1, 2, 37, 98000), (7, 1, 4, 1, 2, 1, 96, 310000), (8, 3, 5, 1, 1, 2, 89, 526000), (9, 5, 6, 1, 2, 0, 81, 297000), (10, 4, 2, 1, 1, 2, 115, 608000), (11, 5, 6, 5, 0, 2, 83, 655000), (12, 1, 6, 5, 1, 2, 93, 671000), (13, 3, 4, 1, 1, 2, 75, 366000), (14, 5, 1, 6, 1, 2, 107, 92000), (15, 5, 6, 5, 2, 0, 40, 300000), (16, 3, 5, 3, 2, 1, 46, 432000), (17, 4, 2, 3, 2, 0, 52, 727000), (18, 1, 2, 5, 1, 2, 91, 850000), (19, 5, 5, 6, 1, 2, 94, 8000), (20, 1, 2, 1, 2, 1, 67, 337000), (21, 3, 1, 4, 0, 2, 125, 683000), (22, 2, 6, 3, 2, 0, 81, 810000), (23, 4, 4, 5, 2, 0, 55, 46000), (24, 1, 5, 4, 1, 2, 119, 818000), (25, 4, 1, 6, 2, 0, 72, 665000), (26, 4, 1, 5, 1, 2, 120, 616000), (27, 2, 1, 3, 2, 1, 64, 776000), (28, 3, 4, 1, 2, 1, 114, 278000), (29, 2, 2, 1, 2, 0, 132, 810000), (30, 2, 6, 1, 2, 0, 117, 883000)) AS t(match_id, tournament_id, team1_id, team2_id, team1_maps, team2_maps, duration_minutes, viewers);

-- Which match attracts the most viewers?
SELECT match_id FROM match QUALIFY rank() OVER (ORDER BY viewers DESC) = 1;
-- Which team is older than Nova Wolves?
refuse
-- How many Swedish teams are there?
SELECT count(*) FROM team WHERE country = 'Sweden';
-- Which player earns the most?
SELECT handle, first_name, last_name FROM player QUALIFY rank() OVER (ORDER BY yearly_salary DESC) = 1;
-- What are the handles of the players on the Red Comets?
SELECT handle FROM player JOIN team USING (team_id) WHERE team = 'Red Comets';
-- Find the average salary of each role.
SELECT role, avg(yearly_salary) FROM player GROUP BY 1;
-- Which players don't belong to a team?
SELECT handle FROM player WHERE team_id IS NULL;
-- Which tournament had the largest prize pool?
SELECT tournament_name FROM tournament QUALIFY rank() OVER (ORDER BY prize_pool DESC) = 1;
-- How many tournaments were held in Berlin?
SELECT count(*) FROM tournament WHERE city = 'Berlin';
-- How many matches were played at the World Finals?
SELECT count(*) FROM match JOIN tournament USING (tournament_id) WHERE tournament_name = 'World Finals';
-- What is the average duration of matches in each game?
SELECT game, avg(duration_minutes) FROM match JOIN tournament USING (tournament_id) GROUP BY 1;
-- Which match attracted the most viewers?
SELECT match_id FROM match QUALIFY rank() OVER (ORDER BY viewers DESC) = 1;
-- Which tournaments lasted longer than a week?
SELECT tournament_name FROM tournament WHERE end_date - start_date > 7;
-- List Brazilian snipers born after 2000.
SELECT handle FROM player WHERE nationality = 'Brazil' AND role = 'sniper' AND birth_year > 2000;
-- Which team is worth the least?
SELECT team FROM team QUALIFY rank() OVER (ORDER BY net_worth_musd ASC) = 1;
-- How many players does each team have?
SELECT team, count(player_id) FROM team LEFT JOIN player USING (team_id) GROUP BY team_id, 1;
-- What is the total salary of the Jade Titans?
SELECT sum(yearly_salary) FROM player JOIN team USING (team_id) WHERE team = 'Jade Titans';
-- Which tournaments have no matches?
SELECT tournament_name FROM tournament WHERE tournament_id NOT IN (SELECT tournament_id FROM match);
-- Which nationalities are represented by more than 4 players?
SELECT nationality FROM player GROUP BY 1 HAVING count(*) > 4;
-- How many matches lasted less than an hour?
SELECT count(*) FROM match WHERE duration_minutes < 60;
-- Show the tournaments by prize pool, biggest first.
SELECT tournament_name, prize_pool FROM tournament ORDER BY prize_pool DESC;
-- What is the combined prize pool of all Starfall tournaments?
SELECT sum(prize_pool) FROM tournament WHERE game = 'Starfall';
-- Which teams have both a sniper and a tank?
SELECT team FROM team WHERE team_id IN (SELECT team_id FROM player WHERE role = 'sniper') AND team_id IN (SELECT team_id FROM player WHERE role = 'tank');
-- Who is the oldest player of the Ghost Rangers?
SELECT handle FROM player JOIN team USING (team_id) WHERE team = 'Ghost Rangers' QUALIFY rank() OVER (ORDER BY birth_year ASC) = 1;
-- Which players earn more than the average salary of all players?
SELECT handle FROM player WHERE yearly_salary > (SELECT avg(yearly_salary) FROM player);
-- Which players play for a team from their own country?
SELECT handle FROM player JOIN team USING (team_id) WHERE nationality = country;
-- Which players were banned for cheating?
refuse
-- What is the kill ratio of Blitz?
refuse
-- How many fans does Nova Wolves have?
refuse
-- Which sponsor supports Red Comets?
refuse
-- What is the salary of the coaches?
refuse
-- How tall is Kora?
refuse
-- Which mouse does Zenith use?
refuse
-- What is the prize pool of the Nova Wolves?
refuse
