-- Blood drives, with names in camel case, blood groups that end in a sign, and 0 or 1 for yes and no.
CREATE TABLE Donor AS FROM (VALUES (1000, 'Ines Holloway', 'B+', 'F', DATE '1986-09-07', 1, 'Toledo', NULL), (1001, 'Rosa Nkemelu', 'A-', 'F', DATE '1963-06-04', 0, 'Dayton', NULL), (1002, 'Elif Stokes', 'B+', 'M', DATE '1981-10-13', 1, 'Canton', NULL), (1003, 'Amara Brook', 'O+', 'F', DATE '2002-03-07', 0, 'Akron', NULL), (1004, 'Wim Lindgren', 'AB+', 'M', DATE '1978-10-23', 0, 'Toledo', NULL), (1005, 'Sami Holloway', 'B+', 'M', DATE '1966-11-29', 1, 'Akron', NULL), (1006, 'Finn Yates', 'A-', 'M', DATE '1974-04-24', 1, 'Dayton', NULL), (1007, 'Finn Stokes', 'AB+', 'F', DATE '1993-11-12', 0, 'Toledo', NULL), (1008, 'Petra Drummond', 'O-', 'M', DATE '1966-09-15', 0, 'Toledo', NULL), (1009, 'Zoe Whitlock', 'A-', 'M', DATE '1969-11-27', 0, 'Akron', NULL), (1010, 'Wim Fontaine', 'A+', 'F', DATE '1988-02-16', 0, 'Akron', NULL), (1011, 'Jonas Ibsen', 'B+', 'M', DATE '1988-02-16', 0, 'Dayton', NULL), (1012, 'Edda Renner', 'B+', 'M', DATE '1977-02-09', 1, 'Toledo', 1006), (1013, 'Vera Yates', 'O+', 'F', DATE '1985-02-14', 1, 'Dayton', NULL), (1014, 'Quinn Nkemelu', 'AB+', 'M', DATE '1992-04-14', 1, 'Akron', 1001), (1015, 'Cleo Yates', 'B+', 'F', DATE '1965-05-22', 1, 'Canton', 1006), (1016, 'Yuri Castle', 'A+', 'F', DATE '1991-01-10', 1, 'Dayton', NULL), (1017, 'Edda Adler', 'O+', 'M', DATE '1958-11-16', 0, 'Dayton', 1005), (1018, 'Zoe Underhill', 'A-', 'M', DATE '1973-08-06', 1, 'Akron', NULL), (1019, 'Hugo Brook', 'AB+', 'F', DATE '1970-03-12', 0, 'Toledo', NULL), (1020, 'Hugo Nkemelu', 'O-', 'F', DATE '1996-03-08', 1, 'Canton', NULL), (1021, 'Elif Yates', 'AB+', 'M', DATE '1958-01-05', 1, 'Akron', 1006), (1022, 'Elif Kettle', 'A-', 'M', DATE '1990-04-09', 0, 'Canton', NULL), (1023, 'Greta Underhill', 'AB+', 'F', DATE '1972-08-10', 1, 'Akron', NULL), (1024, 'Chidi Moreau', 'O-', 'F', DATE '1982-03-19', 1, 'Dayton', NULL), (1025, 'Petra Quayle', 'O-', 'F', DATE '1987-10-02', 1, 'Canton', NULL), (1026, 'Sami Grant', 'O-', 'F', DATE '1958-02-22', 1, 'Akron', NULL), (1027, 'Sami Okafor', 'A-', 'F', DATE '1965-08-31', 0, 'Dayton', NULL), (1028, 'Chidi Underhill', 'A-', 'M', DATE '1989-07-18', 0, 'Dayton', NULL), (1029, 'Rosa Pruitt', 'A-', 'M', DATE '1973-03-27', 0, 'Akron', NULL), (1030, 'Milo Jarvis', 'O+', 'M', DATE '1995-08-23', 1, 'Canton', NULL), (1031, 'Ines Yates', 'O+', 'F', DATE '1972-04-29', 0, 'Akron', NULL), (1032, 'Petra Stokes', 'O-', 'F', DATE '1956-06-16', 0, 'Dayton', NULL), (1033, 'Yuri Vance', 'O-', 'M', DATE '1988-05-29', 1, 'Toledo', 1006), (1034, 'Rosa Ekberg', 'A-', 'M', DATE '1974-06-01', 0, 'Akron', NULL), (1035, 'Wim Kettle', 'O-', 'F', DATE '1978-06-07', 0, 'Akron', NULL), (1036, 'Petra Fontaine', 'A-', 'F', DATE '1966-06-14', 1, 'Toledo', NULL), (1037, 'Bruna Whitlock', 'A+', 'F', DATE '1964-04-28', 1, 'Akron', 1000), (1038, 'Hugo Drummond', 'A+', 'M', DATE '1990-05-14', 1, 'Toledo', NULL), (1039, 'Bela Castle', 'O-', 'F', DATE '1984-08-24', 1, 'Dayton', NULL), (1040, 'Greta Tanaka', 'A+', 'F', DATE '1990-05-12', 1, 'Akron', 1001), (1041, 'Lena Kettle', 'A+', 'M', DATE '1978-12-13', 1, 'Toledo', 1004), (1042, 'Farid Underhill', 'O-', 'F', DATE '1967-04-16', 0, 'Akron', 1007), (1043, 'Bela Tanaka', 'O-', 'F', DATE '1971-04-07', 1, 'Akron', NULL), (1044, 'Jonas Adler', 'A-', 'M', DATE '1969-11-30', 1, 'Toledo', NULL), (1045, 'Nadia Kettle', 'O-', 'F', DATE '1996-01-12', 1, 'Akron', 1005), (1046, 'Bruna Jarvis', 'A+', 'M', DATE '1956-05-25', 1, 'Toledo', 1005), (1047, 'Rosa Tanaka', 'B+', 'M', DATE '1999-03-11', 0, 'Canton', 1003), (1048, 'Edda Fontaine', 'A-', 'M', DATE '1959-07-09', 0, 'Akron', NULL), (1049, 'Milo Ibsen', 'O+', 'M', DATE '1956-06-18', 0, 'Toledo', NULL), (1050, 'Milo Grant', 'B+', 'F', DATE '2000-02-07', 1, 'Canton', NULL), (1051, 'Abel Brook', 'O-', 'F', DATE '1967-07-24', 1, 'Akron', NULL), (1052, 'Edda Quayle', 'A-', 'M', DATE '1992-04-18', 0, 'Canton', NULL), (1053, 'Milo Stokes', 'AB+', 'M', DATE '1956-07-14', 0, 'Dayton', NULL), (1054, 'Amara Yates', 'B+', 'M', DATE '2000-12-31', 1, 'Canton', NULL), (1055, 'Tara Okafor', 'A+', 'F', DATE '1968-03-20', 0, 'Toledo', NULL), (1056, 'Cleo Ekberg', 'O-', 'M', DATE '1983-03-18', 1, 'Dayton', NULL), (1057, 'Milo Pruitt', 'B+', 'M', DATE '1993-01-10', 1, 'Toledo', NULL), (1058, 'Tara Brook', 'O-', 'M', DATE '1998-08-06', 1, 'Akron', NULL), (1059, 'Dario Pruitt', 'O+', 'F', DATE '1996-02-25', 0, 'Akron', 1004)) AS t(donorId, fullName, bloodGroup, sex, dateOfBirth, isActive, homeCity, referredBy);
CREATE TABLE Nurse AS FROM (VALUES (1, 'Lena Jarvis', DATE '2010-04-17', 67000), (2, 'Elif Zeller', DATE '2008-12-25', 45000), (3, 'Chidi Lindgren', DATE '2005-01-21', 54000), (4, 'Wim Castle', DATE '2012-01-19', 69000), (5, 'Yuri Renner', DATE '2007-11-10', 42000), (6, 'Cleo Drummond', DATE '2012-01-03', 59000), (7, 'Jonas Castle', DATE '2008-12-13', 46000), (8, 'Kofi Jarvis', DATE '2008-12-06', 44000), (9, 'Tara Zeller', DATE '2019-09-21', 68000)) AS t(nurseId, nurseName, hiredOn, annualPay);
CREATE TABLE Drive AS FROM (VALUES (1, 'Town Hall', 'Toledo', DATE '2023-11-06', 30, 8), (2, 'St Mary Church', 'Canton', DATE '2024-05-19', 10, 6), (3, 'Riverside Mall', 'Toledo', DATE '2023-06-19', 10, 1), (4, 'Central High School', 'Dayton', DATE '2022-07-08', 20, 2), (5, 'Fire Station 4', 'Dayton', DATE '2023-09-13', 25, 2), (6, 'Public Library', 'Toledo', DATE '2022-09-09', 20, 2), (7, 'Oak Community Center', 'Toledo', DATE '2022-12-09', 20, 5), (8, 'Stadium East', 'Toledo', DATE '2022-07-21', 15, 7), (9, 'Union College', 'Toledo', DATE '2023-12-24', 10, 6), (10, 'Rotary Club', 'Canton', DATE '2022-04-27', 25, 2), (11, 'Town Hall (return visit)', 'Akron', DATE '2022-11-02', 20, 8), (12, 'St Mary Church (return visit)', 'Canton', DATE '2023-02-17', 30, 3), (13, 'Riverside Mall (return visit)', 'Canton', DATE '2024-03-05', 10, 5), (14, 'Central High School (return visit)', 'Dayton', DATE '2023-05-07', 25, 3), (15, 'Fire Station 4 (return visit)', 'Akron', DATE '2022-08-22', 30, 7), (16, 'Public Library (return visit)', 'Akron', DATE '2022-06-13', 10, 5)) AS t(driveId, venueName, city, heldOn, goalUnits, leadNurseId);
CREATE TABLE Donation AS FROM (VALUES (1, 1023, 15, 9, 470, 16.4, 'accepted'), (2, 1018, 4, 8, NULL, 15.7, 'deferred'), (3, 1000, 3, 1, 350, 13.1, 'accepted'), (4, 1038, 12, 4, 470, 13.6, 'accepted'), (5, 1030, 15, 3, 470, 12.3, 'accepted'), (6, 1001, 5, 4, 470, 16.0, 'accepted'), (7, 1044, 13, 1, 500, 16.4, 'accepted'), (8, 1050, 11, 5, 450, 11.3, 'accepted'), (9, 1049, 1, 6, 470, 11.8, 'accepted'), (10, 1036, 10, 4, 450, 14.1, 'accepted'), (11, 1001, 1, 1, 450, 15.0, 'accepted'), (12, 1043, 4, 7, NULL, 13.3, 'deferred'), (13, 1022, 3, 3, 470, 11.8, 'accepted'), (14, 1021, 1, 3, 450, 16.5, 'accepted'), (15, 1009, 13, 9, 470, 13.6, 'accepted'), (16, 1023, 6, 3, NULL, 12.4, 'deferred'), (17, 1018, 6, 6, NULL, 12.1, 'deferred'), (18, 1011, 15, 6, 450, 14.2, 'accepted'), (19, 1002, 10, 8, NULL, 15.9, 'deferred'), (20, 1029, 8, 5, NULL, 11.3, 'deferred'), (21, 1009, 10, 8, 450, 15.4, 'discarded'), (22, 1049, 3, 6, NULL, 16.9, 'deferred'), (23, 1048, 11, 8, 350, 11.6, 'accepted'), (24, 1022, 3, 2, 350, 16.4, 'accepted'), (25, 1008, 14, 4, NULL, 13.8, 'deferred'), (26, 1029, 3, 8, 450, 16.8, 'accepted'), (27, 1022, 9, 9, 470, 13.3, 'accepted'), (28, 1037, 12, 6, 500, 13.4, 'accepted'), (29, 1033, 13, 8, 350, 11.5, 'discarded'), (30, 1040, 15, 9, 350, 11.9, 'accepted'), (31, 1007, 13, 4, 350, 13.4, 'accepted'), (32, 1038, 8, 9, 350, 13.7, 'accepted'), (33, 1002, 4, 2, 450, 11.4, 'accepted'), (34, 1034, 14, 9, 500, 13.6, 'accepted'), (35, 1008, 10, 3, NULL, 12.4, 'deferred'), (36, 1047, 4, 5, 500, 11.6, 'accepted'), (37, 1046, 4, 4, 500, 13.0, 'discarded'), (38, 1015, 11, 7, 450, 16.1, 'accepted'), (39, 1047, 7, 8, 500, 15.5, 'accepted'), (40, 1002, 4, 4, 500, 15.4, 'accepted'), (41, 1023, 12, 6, 500, 14.4, 'accepted'), (42, 1037, 13, 9, 500, 14.1, 'accepted'), (43, 1020, 1, 4, 350, 15.9, 'accepted'), (44, 1037, 2, 6, 350, 15.6, 'accepted'), (45, 1032, 13, 5, 450, 14.8, 'accepted'), (46, 1008, 9, 5, 500, 12.3, 'accepted'), (47, 1038, 15, 8, 500, 11.8, 'discarded'), (48, 1027, 14, 1, 350, 13.1, 'accepted'), (49, 1049, 7, 8, 470, 11.9, 'discarded'), (50, 1027, 2, 3, 470, 13.6, 'accepted'), (51, 1006, 15, 2, 470, 13.0, 'accepted'), (52, 1026, 8, 7, 470, 14.1, 'accepted'), (53, 1028, 14, 9, NULL, 16.0, 'deferred'), (54, 1006, 6, 6, 500, 15.0, 'accepted'), (55, 1040, 8, 1, NULL, 13.2, 'deferred'), (56, 1043, 7, 3, 350, 13.3, 'accepted'), (57, 1045, 2, 6, 450, 12.9, 'accepted'), (58, 1016, 10, 8, 450, 16.9, 'accepted'), (59, 1044, 3, 7, 450, 14.3, 'accepted'), (60, 1050, 8, 5, 470, 15.3, 'discarded'), (61, 1013, 4, 6, 470, 12.2, 'accepted'), (62, 1021, 9, 8, 450, 14.8, 'accepted'), (63, 1042, 10, 1, 450, 16.7, 'accepted'), (64, 1051, 4, 4, 500, 12.2, 'discarded'), (65, 1038, 2, 8, 500, 11.5, 'accepted'), (66, 1018, 11, 8, NULL, 12.8, 'deferred'), (67, 1048, 9, 8, 500, 11.4, 'accepted'), (68, 1032, 13, 2, 470, 12.6, 'accepted'), (69, 1017, 3, 4, 500, 15.5, 'accepted'), (70, 1040, 13, 9, 450, 15.7, 'discarded'), (71, 1040, 3, 3, NULL, 12.9, 'deferred'), (72, 1039, 6, 8, NULL, 13.3, 'deferred'), (73, 1021, 13, 1, 450, 13.1, 'accepted'), (74, 1027, 14, 8, 450, 16.8, 'accepted'), (75, 1046, 9, 9, 350, 11.0, 'accepted'), (76, 1048, 14, 8, 350, 12.9, 'accepted'), (77, 1018, 12, 4, 450, 16.5, 'accepted'), (78, 1036, 1, 2, 350, 16.0, 'accepted'), (79, 1004, 8, 1, 500, 16.7, 'accepted'), (80, 1033, 8, 5, 470, 16.6, 'accepted'), (81, 1014, 11, 5, 470, 11.4, 'accepted'), (82, 1026, 14, 5, 500, 13.1, 'accepted'), (83, 1023, 11, 3, 450, 15.1, 'accepted'), (84, 1023, 6, 2, 450, 12.2, 'discarded'), (85, 1002, 15, 8, 500, 13.9, 'accepted'), (86, 1051, 14, 7, NULL, 15.7, 'deferred'), (87, 1048, 4, 8, NULL, 13.2, 'deferred'), (88, 1042, 12, 8, NULL, 15.0, 'deferred'), (89, 1034, 11, 9, 450, 15.3, 'accepted'), (90, 1047, 5, 1, 470, 12.3, 'accepted')) AS t(donationId, donorId, driveId, nurseId, volumeMl, hemoglobin, outcome);

-- How many active donors live in Akron?
SELECT count(*) FROM Donor WHERE isActive = 1 AND homeCity = 'Akron';
-- List the names of donors with blood group O-.
SELECT fullName FROM Donor WHERE bloodGroup = 'O-';
-- How many donors are there per blood group?
SELECT bloodGroup, count(*) FROM Donor GROUP BY 1;
-- Which donors have never donated?
SELECT fullName FROM Donor WHERE donorId NOT IN (SELECT donorId FROM Donation);
-- Who gave blood most often?
SELECT fullName FROM Donor JOIN Donation USING (donorId) GROUP BY donorId, 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- What is the total volume collected at each drive?
SELECT venueName, sum(volumeMl) FROM Drive JOIN Donation USING (driveId) GROUP BY driveId, 1;
-- What is the average hemoglobin of deferred donations?
SELECT avg(hemoglobin) FROM Donation WHERE outcome = 'deferred';
-- Which donors donated more than 5 times?
SELECT fullName FROM Donor JOIN Donation USING (donorId) GROUP BY donorId, 1 HAVING count(*) > 5;
-- Which nurse led the most drives?
SELECT nurseName FROM Nurse JOIN Drive ON leadNurseId = nurseId GROUP BY nurseId, 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- Which nurses have not led any drive?
SELECT nurseName FROM Nurse WHERE nurseId NOT IN (SELECT leadNurseId FROM Drive);
-- How many donors were referred by another donor?
SELECT count(*) FROM Donor WHERE referredBy IS NOT NULL;
-- Who is the oldest male donor?
SELECT fullName FROM Donor WHERE sex = 'M' QUALIFY rank() OVER (ORDER BY dateOfBirth ) = 1;
-- How many drives were held in Toledo in 2023?
SELECT count(*) FROM Drive WHERE city = 'Toledo' AND year(heldOn) = 2023;
-- What percentage of donations were accepted?
SELECT 100.0 * count(*) FILTER (outcome = 'accepted') / count(*) FROM Donation;
-- What is the difference between the highest and the lowest annual pay of nurses?
SELECT max(annualPay) - min(annualPay) FROM Nurse;
-- Which donors have blood group A+ or AB+ and are inactive?
SELECT fullName FROM Donor WHERE bloodGroup IN ('A+','AB+') AND isActive = 0;
-- Top 3 nurses by annual pay
SELECT nurseName FROM Nurse ORDER BY annualPay DESC LIMIT 3;
-- Which drives had a goal of at least 20 units?
SELECT venueName FROM Drive WHERE goalUnits >= 20;
-- How many different donors came to the Town Hall drive?
SELECT count(DISTINCT donorId) FROM Donation JOIN Drive USING (driveId) WHERE venueName = 'Town Hall';
-- In which month of 2023 were the most drives held?
SELECT month(heldOn) FROM Drive WHERE year(heldOn) = 2023 GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- Which drive had no donations?
SELECT venueName FROM Drive WHERE driveId NOT IN (SELECT driveId FROM Donation);
-- Who referred the most donors?
SELECT r.fullName FROM Donor d JOIN Donor r ON d.referredBy = r.donorId GROUP BY r.donorId, 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- How many donations did each nurse handle?
SELECT nurseName, count(*) FROM Nurse JOIN Donation USING (nurseId) GROUP BY nurseId, 1;
-- Which cities have more than 10 female donors?
SELECT homeCity FROM Donor WHERE sex = 'F' GROUP BY 1 HAVING count(*) > 10;
-- How many patients received blood?
refuse
-- Which donors are smokers?
refuse
-- What is the average weight of donors?
refuse
-- Which hospital ordered the most units?
refuse
-- How many volunteers helped at the drives?
refuse
-- Which nurse speaks Spanish?
refuse
-- What did the Town Hall drive cost?
refuse
-- How many donors fainted?
refuse
-- Who made the most donations?
SELECT fullName FROM Donor JOIN Donation USING (donorId) GROUP BY donorId, 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- Which city has the highest total goal units?
SELECT city FROM Drive GROUP BY 1 QUALIFY rank() OVER (ORDER BY sum(goalUnits) DESC) = 1;
-- How many drives were full?
refuse
