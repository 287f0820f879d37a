-- Students, courses and those who teach them.
CREATE TABLE department AS FROM (VALUES ('Biology', 'Watson', 90000), ('Comp. Sci.', 'Taylor', 100000), ('Finance', 'Painter', 120000), ('History', 'Painter', 50000), ('Music', 'Packard', 80000), ('Physics', 'Watson', 70000)) AS t(dept_name, building, budget);
CREATE TABLE instructor AS FROM (VALUES (10101, 'Srinivasan', 'Comp. Sci.', 65000), (12121, 'Wu', 'Finance', 90000), (15151, 'Mozart', 'Music', 40000), (22222, 'Einstein', 'Physics', 95000), (32343, 'El Said', 'History', 60000), (33456, 'Gold', 'Physics', 87000), (45565, 'Katz', 'Comp. Sci.', 75000), (58583, 'Califieri', 'History', 62000), (76766, 'Crick', 'Biology', 72000), (83821, 'Brandt', 'Comp. Sci.', 92000)) AS t(instructor_id, name, dept_name, salary);
CREATE TABLE student AS FROM (VALUES (128, 'Zhang', 'Comp. Sci.', 102), (12345, 'Shankar', 'Comp. Sci.', 32), (19991, 'Brandt', 'History', 80), (23121, 'Chavez', 'Finance', 110), (44553, 'Peltier', 'Physics', 56), (45678, 'Levy', 'Physics', 46), (54321, 'Williams', 'Comp. Sci.', 54), (55739, 'Sanchez', 'Music', 38), (70557, 'Snow', 'Physics', 0), (98765, 'Bourikas', 'Comp. Sci.', 98), (98988, 'Tanaka', 'Biology', 120)) AS t(student_id, name, dept_name, tot_cred);
CREATE TABLE course AS FROM (VALUES ('BIO-101', 'Intro. to Biology', 'Biology', 4), ('BIO-301', 'Genetics', 'Biology', 4), ('CS-101', 'Intro. to Computer Science', 'Comp. Sci.', 4), ('CS-190', 'Game Design', 'Comp. Sci.', 4), ('CS-315', 'Robotics', 'Comp. Sci.', 3), ('FIN-201', 'Investment Banking', 'Finance', 3), ('HIS-351', 'World History', 'History', 3), ('MU-199', 'Music Video Production', 'Music', 3), ('PHY-101', 'Physical Principles', 'Physics', 4)) AS t(course_id, title, dept_name, credits);
CREATE TABLE takes AS FROM (VALUES (128, 'CS-101', 'Fall', 2009, 'A'), (128, 'CS-315', 'Spring', 2010, 'A-'), (12345, 'CS-101', 'Fall', 2009, 'C'), (12345, 'CS-190', 'Spring', 2009, 'A'), (12345, 'CS-315', 'Spring', 2010, 'A'), (19991, 'HIS-351', 'Spring', 2010, 'B'), (23121, 'FIN-201', 'Spring', 2010, 'C+'), (44553, 'PHY-101', 'Fall', 2009, 'B-'), (45678, 'CS-101', 'Fall', 2009, 'F'), (45678, 'CS-101', 'Spring', 2010, 'B+'), (54321, 'CS-101', 'Fall', 2009, 'A-'), (55739, 'MU-199', 'Spring', 2010, 'A-'), (98765, 'CS-315', 'Spring', 2010, 'B'), (98988, 'BIO-101', 'Summer', 2009, 'A')) AS t(student_id, course_id, semester, year, grade);
CREATE TABLE teaches AS FROM (VALUES (10101, 'CS-101', 'Fall', 2009), (10101, 'CS-315', 'Spring', 2010), (12121, 'FIN-201', 'Spring', 2010), (15151, 'MU-199', 'Spring', 2010), (22222, 'PHY-101', 'Fall', 2009), (32343, 'HIS-351', 'Spring', 2010), (45565, 'CS-101', 'Spring', 2010), (76766, 'BIO-101', 'Summer', 2009), (76766, 'BIO-301', 'Summer', 2010), (83821, 'CS-190', 'Spring', 2009)) AS t(instructor_id, course_id, semester, year);
CREATE TABLE advisor AS FROM (VALUES (128, 45565), (12345, 10101), (23121, 76766), (44553, 22222), (45678, 22222), (98765, 83821), (98988, 76766)) AS t(student_id, instructor_id);

-- What are the names of all instructors in the Physics department?
SELECT name FROM instructor WHERE dept_name = 'Physics';
-- Find the names of students who took the course CS-101.
SELECT DISTINCT name FROM student JOIN takes USING (student_id) WHERE course_id = 'CS-101';
-- How many students took Robotics?
SELECT count(DISTINCT student_id) FROM takes JOIN course USING (course_id) WHERE title = 'Robotics';
-- Which students have not taken any course?
SELECT name FROM student WHERE student_id NOT IN (SELECT student_id FROM takes);
-- What is the average salary of instructors in each department?
SELECT dept_name, avg(salary) FROM instructor GROUP BY 1;
-- Which department has the highest average instructor salary?
SELECT dept_name FROM instructor GROUP BY 1 ORDER BY avg(salary) DESC LIMIT 1;
-- Who earns more than the average salary?
SELECT name FROM instructor WHERE salary > (SELECT avg(salary) FROM instructor);
-- What is the name of the instructor who advises Shankar?
SELECT i.name FROM instructor i JOIN advisor USING (instructor_id) JOIN student s USING (student_id) WHERE s.name = 'Shankar';
-- How many students does each instructor advise? Return the instructor's name and the number of students.
SELECT name, count(*) FROM instructor JOIN advisor USING (instructor_id) GROUP BY 1;
-- Find the titles of courses worth 3 credits.
SELECT title FROM course WHERE credits = 3;
-- What is the total budget of departments in the Painter building?
SELECT sum(budget) FROM department WHERE building = 'Painter';
-- List the building and budget of the Music department.
SELECT building, budget FROM department WHERE dept_name = 'Music';
-- Which courses were taught in both Fall 2009 and Spring 2010?
SELECT DISTINCT course_id FROM teaches WHERE semester = 'Fall' AND year = 2009 AND course_id IN (SELECT course_id FROM teaches WHERE semester = 'Spring' AND year = 2010);
-- How many courses does each department offer?
SELECT dept_name, count(*) FROM course GROUP BY 1;
-- Find the departments that offer more than 2 courses.
SELECT dept_name FROM course GROUP BY 1 HAVING count(*) > 2;
-- What are the names of the students with the most credits?
SELECT name FROM student ORDER BY tot_cred DESC LIMIT 1;
-- Which instructors did not teach a course?
SELECT name FROM instructor WHERE instructor_id NOT IN (SELECT instructor_id FROM teaches);
-- List the names of instructors whose salary is between 60000 and 75000.
SELECT name FROM instructor WHERE salary BETWEEN 60000 AND 75000;
-- How many students got an A?
SELECT count(DISTINCT student_id) FROM takes WHERE grade = 'A';
-- What is the title of the course taught by Mozart?
SELECT title FROM course JOIN teaches USING (course_id) JOIN instructor USING (instructor_id) WHERE name = 'Mozart';
-- What is the average number of credits of students in Comp. Sci.?
SELECT avg(tot_cred) FROM student WHERE dept_name = 'Comp. Sci.';
-- How many buildings are there?
SELECT count(DISTINCT building) FROM department;
-- Show the names and salaries of instructors sorted by salary from high to low.
SELECT name, salary FROM instructor ORDER BY salary DESC;
-- List student names in the History or the Music department.
SELECT name FROM student WHERE dept_name IN ('History', 'Music');
-- What is the difference between the highest and the lowest salary?
SELECT max(salary) - min(salary) FROM instructor;
-- Which textbook does the Genetics course use?
refuse
-- How many students live on campus?
refuse
-- How many instructors does the Comp. Sci. department have?
SELECT count(*) FROM instructor WHERE dept_name = 'Comp. Sci.';
-- What is the name of the highest paid instructor?
SELECT name FROM instructor ORDER BY salary DESC LIMIT 1;
-- Which students are advised by Einstein?
SELECT s.name FROM student s JOIN advisor USING (student_id) JOIN instructor i USING (instructor_id) WHERE i.name = 'Einstein';
-- Which students have no advisor?
SELECT name FROM student WHERE student_id NOT IN (SELECT student_id FROM advisor);
-- What grades did Zhang get?
SELECT grade FROM takes JOIN student USING (student_id) WHERE name = 'Zhang';
-- In which semester was Genetics taught?
SELECT semester FROM teaches JOIN course USING (course_id) WHERE title = 'Genetics';
-- How many courses did each student take? Show names, most courses first.
SELECT name, count(*) AS n FROM student JOIN takes USING (student_id) GROUP BY student_id, name ORDER BY n DESC;
-- What is the average budget of all departments?
SELECT avg(budget) FROM department;
-- Which departments have a budget above the average?
SELECT dept_name FROM department WHERE budget > (SELECT avg(budget) FROM department);
-- List all students except those in Physics.
SELECT name FROM student WHERE dept_name <> 'Physics';
-- What is the total salary paid per department, highest first?
SELECT dept_name, sum(salary) AS s FROM instructor GROUP BY 1 ORDER BY s DESC;
-- How many credits does Game Design have?
SELECT credits FROM course WHERE title = 'Game Design';
-- Who teaches Robotics?
SELECT name FROM instructor JOIN teaches USING (instructor_id) JOIN course USING (course_id) WHERE title = 'Robotics';
