// Runs a program of a development package with TEST_SPARK_HOME in its environment: a Spark whose server the tests start. It's the PySpark of the
// python3 on the PATH, or is installed into node_modules/.cache with pip; hadoop-aws, which reads S3, is installed with Maven. Without Java 17,
// Python or Maven, prints that and runs nothing; any other failure, such as a download's, is an error.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { programOf } from './program-of.ts';

const pyspark = 'pyspark==4.3.0';
const cache = path.resolve('node_modules/.cache/spark');
const python = path.join(cache, 'python', 'bin', 'python');
const jars = path.join(cache, 'jars');

const missing = ['java', 'python3', 'mvn'].filter((program) => !runs(program));
if (missing.length > 0) {
	console.log(`Not installed: ${missing.join(', ')}. Spark needs them, so the tests on Spark were skipped.`);
	process.exit(0);
}
mkdirSync(cache, { recursive: true });
const home = process.env.SPARK_HOME ?? folderOf('python3') ?? folderOf(python) ?? installSpark();
if (!existsSync(jars)) fetchJars(home);
const [name = '', ...args] = process.argv.slice(2);
const { status } = spawnSync(process.execPath, [programOf(name), ...args], {
	stdio: 'inherit',
	env: { ...process.env, TEST_SPARK_HOME: home, TEST_SPARK_JARS: jars },
});
process.exit(status ?? 1);

function runs(program: string): boolean {
	return spawnSync(program, ['-version'], { stdio: 'ignore' }).error === undefined;
}

function folderOf(program: string): string | null {
	const found = spawnSync(program, ['-c', 'import pyspark; print(pyspark.__path__[0])'], { encoding: 'utf8' });
	return found.status === 0 ? found.stdout.trim() : null;
}

function installSpark(): string {
	console.log(`Installing ${pyspark} …`);
	execFileSync('python3', ['-m', 'venv', path.join(cache, 'python')], { stdio: 'inherit' });
	execFileSync(python, ['-m', 'pip', 'install', '--quiet', pyspark], { stdio: 'inherit' });
	const found = folderOf(python);
	if (found === null) throw new Error(`${pyspark} was installed, but can’t be found.`);
	return found;
}

/** Downloads hadoop-aws for Spark's Hadoop version, with its dependencies. The folder gets its name once it's complete. */
function fetchJars(folder: string): void {
	const hadoop = readdirSync(path.join(folder, 'jars')).find((jar) => jar.startsWith('hadoop-client-api-')) ?? '';
	const version = /-([\d.]+)\.jar$/.exec(hadoop)?.[1];
	console.log(`Fetching hadoop-aws ${version} …`);
	const ids = (group: string, artifact: string, of: string | undefined) =>
		`<groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${of}</version>`;
	const dependency = `<dependency>${ids('org.apache.hadoop', 'hadoop-aws', version)}</dependency>`;
	const project = `<modelVersion>4.0.0</modelVersion>${ids('test', 'jars', '1')}<dependencies>${dependency}</dependencies>`;
	writeFileSync(path.join(cache, 'pom.xml'), `<project>${project}</project>`);
	const partial = `${jars}.partial`;
	rmSync(partial, { recursive: true, force: true });
	const words = ['-q', '-f', path.join(cache, 'pom.xml'), 'dependency:copy-dependencies', '-DincludeScope=runtime'];
	execFileSync('mvn', [...words, `-DoutputDirectory=${partial}`], { stdio: 'inherit' });
	renameSync(partial, jars);
}
