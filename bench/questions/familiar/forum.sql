-- Questions and answers on a forum.
CREATE TABLE users AS SELECT i AS Id, ['whuber', 'csgillespie', 'Harlan', 'Rob Hyndman', 'mbq', 'chl', 'Shane', 'Glen_b', 'gung', 'Peter Flom', 'Sycorax', 'Tim'][i] AS DisplayName, 10 + (i * 7919) % 9000 AS Reputation, TIMESTAMP '2010-07-19 06:55:26' + INTERVAL (i * 53) HOUR AS CreationDate, ['London, UK', 'Chicago, IL', 'Melbourne', 'Poland', NULL][1 + i % 5] AS Location, (i * 37) % 500 AS Views, (i * 29) % 200 AS UpVotes, (i * 13) % 23 AS DownVotes FROM range(1, 13) AS t(i);
CREATE TABLE posts AS SELECT i AS Id, CASE WHEN i % 3 = 0 THEN 'question' ELSE 'answer' END AS PostType, CASE WHEN i % 3 = 0 THEN 'How to ' || ['fit', 'plot', 'test', 'explain'][1 + i % 4] || ' ' || ['a model', 'residuals', 'priors', 'outliers', 'trees'][1 + i % 5] END AS Title, 1 + (i * 5) % 10 AS OwnerUserId, TIMESTAMP '2010-08-01 10:00:00' + INTERVAL (i * 41) HOUR AS CreationDate, (i * 11) % 60 - 5 AS Score, 20 + (i * 101) % 3000 AS ViewCount, (i * 7) % 6 AS CommentCount FROM range(1, 61) AS t(i);
CREATE TABLE comments AS SELECT i AS Id, 1 + (i * 7) % 60 AS PostId, 1 + (i * 3) % 11 AS UserId, i % 9 AS Score, 'Text of comment ' || i AS Text, TIMESTAMP '2010-08-03 10:00:00' + INTERVAL (i * 29) HOUR AS CreationDate FROM range(1, 81) AS t(i);
CREATE TABLE badges AS SELECT i AS Id, 1 + (i * 4) % 9 AS UserId, ['Teacher', 'Student', 'Editor', 'Supporter', 'Critic'][1 + (i * i) % 5] AS Name, DATE '2010-07-20' + (i * 6)::INT AS Date FROM range(1, 41) AS t(i);
CREATE TABLE tags AS FROM (VALUES (1, 'bayesian', 1342), (2, 'prior', 168), (3, 'regression', 5910), (4, 'r', 7244), (5, 'anova', 1104), (6, 'boxplot', 87)) AS t(Id, TagName, Count);

-- How many users are there?
SELECT count(*) FROM users;
-- What is the reputation of the user whuber?
SELECT Reputation FROM users WHERE DisplayName = 'whuber';
-- Which user has the highest reputation?
SELECT DisplayName FROM users ORDER BY Reputation DESC LIMIT 1;
-- How many posts are questions?
SELECT count(*) FROM posts WHERE PostType = 'question';
-- How many comments did chl write?
SELECT count(*) FROM comments JOIN users ON UserId = users.Id WHERE DisplayName = 'chl';
-- How many badges does each user have? Show the display name.
SELECT DisplayName, count(*) FROM users JOIN badges ON UserId = users.Id GROUP BY 1;
-- Which users have no badges?
SELECT DisplayName FROM users WHERE Id NOT IN (SELECT UserId FROM badges);
-- Which users got the badge Teacher?
SELECT DISTINCT DisplayName FROM users JOIN badges ON UserId = users.Id WHERE Name = 'Teacher';
-- What is the most common badge?
SELECT Name FROM badges GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- What is the average score of the posts per post type?
SELECT PostType, avg(Score) FROM posts GROUP BY 1;
-- How many posts have a score of more than 30?
SELECT count(*) FROM posts WHERE Score > 30;
-- List the titles of the 5 most viewed posts.
SELECT Title FROM posts ORDER BY ViewCount DESC LIMIT 5;
-- Which tag is used the most?
SELECT TagName FROM tags ORDER BY Count DESC LIMIT 1;
-- List the tags with a count above 1000.
SELECT TagName FROM tags WHERE Count > 1000;
-- Who owns the post "How to plot outliers"?
SELECT DISTINCT DisplayName FROM users JOIN posts ON OwnerUserId = users.Id WHERE Title = 'How to plot outliers';
-- How many posts were created in September 2010?
SELECT count(*) FROM posts WHERE CreationDate >= '2010-09-01' AND CreationDate < '2010-10-01';
-- How many comments were made per month?
SELECT date_trunc('month', CreationDate), count(*) FROM comments GROUP BY 1;
-- Which users have more up votes than down votes?
SELECT DisplayName FROM users WHERE UpVotes > DownVotes;
-- How many users have no location?
SELECT count(*) FROM users WHERE Location IS NULL;
-- What is the total number of views of users from Poland?
SELECT sum(Views) FROM users WHERE Location = 'Poland';
-- Which posts have no comments?
SELECT Id FROM posts WHERE Id NOT IN (SELECT PostId FROM comments);
-- Show the display names of users with a reputation between 1000 and 5000.
SELECT DisplayName FROM users WHERE Reputation BETWEEN 1000 AND 5000;
-- How many distinct users wrote a comment?
SELECT count(DISTINCT UserId) FROM comments;
-- Which moderators deleted a post?
refuse
-- How old is Harlan?
refuse
