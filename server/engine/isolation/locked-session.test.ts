import { expect, test } from 'vitest';
import { open, startSession } from '../runner/session.ts';

// People can only run SELECTs; this holds even if something else gets through.
test.each(["SET memory_limit = '1TB'", 'SET threads = 64', "SET TimeZone = 'Asia/Tokyo'"])(
	'a session with open sources rejects "%s"',
	async (sql) => {
		const session = await startSession({ memoryBytes: 2 ** 28, spillBytes: 2 ** 20, threads: 1 });
		await open(session, [], null);
		await expect(session.connection.run(sql)).rejects.toThrow(/locked/);
		session.connection.closeSync();
	},
);
