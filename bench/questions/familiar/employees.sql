-- Who works where.
CREATE TABLE departments AS FROM (VALUES ('d001', 'Marketing'), ('d002', 'Finance'), ('d003', 'Human Resources'), ('d004', 'Production'), ('d005', 'Development'), ('d006', 'Research')) AS t(dept_no, dept_name);
CREATE TABLE employees AS SELECT 10000 + i AS emp_no, DATE '1952-01-10' + ((i * 977) % 5000)::INT AS birth_date, ['Georgi', 'Bezalel', 'Parto', 'Chirstian', 'Kyoichi', 'Anneke', 'Tzvetan', 'Saniya', 'Sumant', 'Duangkaew', 'Mary', 'Patricio', 'Eberhardt'][1 + (i - 1) % 13] AS first_name, ['Facello', 'Simmel', 'Bamford', 'Koblick', 'Maliniak', 'Preusig', 'Zielinski'][1 + (i * 3) % 7] AS last_name, CASE WHEN i % 3 = 0 THEN 'F' ELSE 'M' END AS gender, DATE '1985-02-01' + ((i * 613) % 4000)::INT AS hire_date FROM range(1, 41) AS t(i);
CREATE TABLE dept_emp AS SELECT 10000 + i AS emp_no, 'd00' || (1 + (i * i) % 5) AS dept_no, DATE '1986-01-01' + ((i * 401) % 4500)::INT AS from_date, CASE WHEN i % 4 = 0 THEN DATE '2000-01-01' + (i * 20)::INT ELSE DATE '9999-01-01' END AS to_date FROM range(1, 41) AS t(i);
CREATE TABLE dept_manager AS FROM (VALUES ('d001', 10001, DATE '1991-10-01'), ('d002', 10006, DATE '1989-12-17'), ('d003', 10012, DATE '1992-03-21'), ('d004', 10021, DATE '1996-08-30'), ('d005', 10033, DATE '1992-04-25')) AS t(dept_no, emp_no, from_date);
CREATE TABLE salaries AS SELECT 10000 + 1 + i % 38 AS emp_no, 40000 + (i * 4813) % 55000 AS salary, DATE '1995-01-01' + ((i // 38) * 365)::INT AS from_date FROM range(0, 114) AS t(i);
CREATE TABLE titles AS SELECT 10000 + i AS emp_no, ['Senior Engineer', 'Staff', 'Engineer', 'Senior Staff', 'Technique Leader'][1 + (i * 7 + i // 5) % 5] AS title, DATE '1990-01-01' + (i * 11)::INT AS from_date FROM range(1, 41) AS t(i);

-- How many female employees are there?
SELECT count(*) FROM employees WHERE gender = 'F';
-- Count the employees by gender.
SELECT gender, count(*) FROM employees GROUP BY 1;
-- List the names of all departments.
SELECT dept_name FROM departments;
-- Which department has the most employees?
SELECT dept_name FROM departments JOIN dept_emp USING (dept_no) GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- How many employees work in each department? Show the department name.
SELECT dept_name, count(*) FROM departments JOIN dept_emp USING (dept_no) GROUP BY 1;
-- Which departments have no manager?
SELECT dept_name FROM departments WHERE dept_no NOT IN (SELECT dept_no FROM dept_manager);
-- Who manages the Finance department? Give first and last name.
SELECT first_name, last_name FROM dept_manager JOIN employees USING (emp_no) JOIN departments USING (dept_no) WHERE dept_name = 'Finance';
-- What is the highest salary?
SELECT max(salary) FROM salaries;
-- What is the average salary of employees with the title Engineer?
SELECT avg(salary) FROM salaries JOIN titles USING (emp_no) WHERE title = 'Engineer';
-- How many employees were hired in 1990?
SELECT count(*) FROM employees WHERE year(hire_date) = 1990;
-- What is the first name of the youngest employee?
SELECT first_name FROM employees ORDER BY birth_date DESC LIMIT 1;
-- List the distinct titles.
SELECT DISTINCT title FROM titles;
-- Which title is held by the most employees?
SELECT title FROM titles GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- List the last names of employees whose first name starts with "S".
SELECT last_name FROM employees WHERE first_name LIKE 'S%';
-- How many employees have the last name Facello?
SELECT count(*) FROM employees WHERE last_name = 'Facello';
-- Show the first names of employees who do not have a salary.
SELECT first_name FROM employees WHERE emp_no NOT IN (SELECT emp_no FROM salaries);
-- What are the first names of the male employees in the Research department?
SELECT first_name FROM employees JOIN dept_emp USING (emp_no) JOIN departments USING (dept_no) WHERE gender = 'M' AND dept_name = 'Research';
-- How many employees were born before 1960 and hired after 1990?
SELECT count(*) FROM employees WHERE birth_date < '1960-01-01' AND hire_date > '1990-12-31';
-- What is the average salary for each title, highest first?
SELECT title, avg(salary) AS s FROM salaries JOIN titles USING (emp_no) GROUP BY 1 ORDER BY s DESC;
-- How many years have employees worked on average?
refuse
-- Which employees are on parental leave?
refuse
