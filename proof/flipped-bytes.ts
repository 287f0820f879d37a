import { startService } from '../e2e/support/service.ts';
import { tokenOf } from '../e2e/support/token.ts';
import { damageObjects } from '../server/testing/corruption/damage.ts';
import { type Call, isNamed, prepareSurvey, surveyData } from '../server/testing/corruption/survey.ts';
import { readNumber } from './read-number.ts';

/**
 * Flips one bit of every object of the sample workspace, at a random position, and reads everything that the built service
 * serves of them: `npm run flipped-bytes -- --rounds 3`. Every answer must be an error that names what is corrupt.
 */
const rounds = readNumber('rounds', 1);

let failed = 0;
for (let round = 1; round <= rounds; round += 1) {
	const service = await startService();
	try {
		const call = callerOf(service.url, await tokenOf(service.signInAddress()));
		const prepared = await prepareSurvey(call);
		await service.stop();
		const objects = await damageObjects(service.dataDir, 'flip');
		await service.start();
		const readings = await surveyData(call, prepared);
		const wrong = readings.filter((reading) => !isNamed(reading));
		for (const { what, status, text } of wrong) console.error(`${what}: ${status} ${text.slice(0, 200)}`);
		failed += wrong.length;
		const { length: datasets } = prepared.datasets;
		console.log(
			`Round ${round}: ${objects} objects flipped, ${readings.length} readings of ${datasets} datasets, ${readings.length - wrong.length} refused by name.`,
		);
	} finally {
		await service.dispose();
	}
}
process.exitCode = failed === 0 ? 0 : 1;

function callerOf(origin: string, token: string): Call {
	return (method, path, body) => {
		if (method === 'RANGE') return fetch(path, { headers: { range: 'bytes=4-99' } });
		if (path.startsWith('http')) return fetch(path, { method });
		const isText = typeof body === 'string';
		const headers = { authorization: `Bearer ${token}`, 'content-type': isText ? 'text/plain' : 'application/json' };
		const sent = body === undefined ? {} : { body: isText ? body : JSON.stringify(body) };
		return fetch(`${origin}/api/v1${path}`, { method, headers, ...sent });
	};
}
