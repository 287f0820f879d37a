import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Settings } from '../settings/settings.ts';
import { freePort, isOpen, s3Credentials } from './s3-server.ts';

/** A Spark installation with a Spark Connect endpoint, in separate processes. */
export interface SparkServer {
	readonly url: string;
	/** The driver; executors of local-cluster are its children. */
	readonly process: ChildProcess;
	stop(): Promise<void>;
}

/** The Java 17 options from Spark's own scripts. */
const opened = `java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio java.util java.util.concurrent
	java.util.concurrent.atomic jdk.internal.ref sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar`;

interface SparkOptions {
	/** `local-cluster[2,1,1024]` has two executors in separate processes. */
	readonly master?: string;
	readonly s3?: S3Settings;
	readonly settings?: Readonly<Record<string, string>>;
}

/** Starts the Spark in the folder TEST_SPARK_HOME (`npm run test:spark`). */
export async function startSpark({ master = 'local[2]', s3, settings = {} }: SparkOptions = {}): Promise<SparkServer> {
	const { TEST_SPARK_HOME: home = '', TEST_SPARK_JARS: jars = '' } = process.env;
	const folder = mkdtempSync(join(tmpdir(), 'spark-'));
	const port = await freePort();
	const store =
		s3 === undefined
			? {}
			: {
					'spark.hadoop.fs.s3a.endpoint': s3.endpoint ?? '',
					'spark.hadoop.fs.s3a.endpoint.region': s3.region,
					'spark.hadoop.fs.s3a.path.style.access': 'true',
					'spark.hadoop.fs.s3a.access.key': s3Credentials.AWS_ACCESS_KEY_ID,
					'spark.hadoop.fs.s3a.secret.key': s3Credentials.AWS_SECRET_ACCESS_KEY,
				};
	const all = {
		'spark.ui.enabled': 'false',
		'spark.driver.bindAddress': '127.0.0.1',
		'spark.driver.host': '127.0.0.1',
		'spark.connect.grpc.binding.address': '127.0.0.1',
		'spark.connect.grpc.binding.port': String(port),
		'spark.sql.warehouse.dir': join(folder, 'warehouse'),
		'spark.local.dir': folder,
		'spark.executor.extraClassPath': join(jars, '*'),
		'spark.sql.shuffle.partitions': '4',
		// A canceled task that doesn't notice its cancellation would keep its core.
		'spark.task.reaper.enabled': 'true',
		'spark.task.reaper.pollingInterval': '1s',
		'spark.task.reaper.killTimeout': '5s',
		...store,
		...settings,
	};
	const child = spawn(
		'java',
		[
			'-Xmx1g',
			`-Djava.io.tmpdir=${folder}`,
			...opened.split(/\s+/).map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
			...['-cp', `${join(home, 'jars', '*')}:${join(jars, '*')}`, 'org.apache.spark.deploy.SparkSubmit'],
			...['--master', master, '--class', 'org.apache.spark.sql.connect.service.SparkConnectServer'],
			...Object.entries(all).flatMap(([name, value]) => ['--conf', `${name}=${value}`]),
			'spark-internal',
		],
		{
			cwd: folder,
			env: { ...process.env, SPARK_HOME: home, SPARK_SCALA_VERSION: '2.13', SPARK_LOCAL_IP: '127.0.0.1' },
			stdio: ['ignore', 'ignore', 'pipe'],
		},
	);
	let printed = '';
	child.stderr.on('data', (text: Buffer) => {
		printed = `${printed}${text}`.slice(-4_000);
	});
	const kill = () => child.kill('SIGKILL');
	process.once('exit', kill);
	while (!(await isOpen(port))) {
		if (child.exitCode !== null) throw new Error(`Spark didn’t start:\n${printed}`);
		await sleep(100);
	}
	return {
		url: `sc://127.0.0.1:${port}`,
		process: child,
		async stop() {
			process.off('exit', kill);
			const gone = new Promise((resolve) => child.once('exit', resolve));
			if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await gone;
			rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
		},
	};
}
