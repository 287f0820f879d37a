// Imported before a service: tells whoever started it for how long its own thread worked between two turns of its event
// loop. It is the thread's time, as Linux counts it, so that what else the machine does is not in it.
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = `/proc/self/task/${process.pid}/schedstat`;
const workedMs = () => Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6;

if (isMainThread) {
	let [last, longest] = [workedMs(), 0];
	const look = () => {
		const now = workedMs();
		longest = Math.max(longest, now - last);
		last = now;
		setTimeout(look, 1).unref();
	};
	look();
	process.on('message', (asked) => {
		if (asked === 'watch the loop') longest = 0;
		// One more turn: what holds the loop now is counted when it ends.
		else if (asked === 'tell of the loop') setTimeout(() => process.send?.({ longestMs: longest }), 20);
	});
}
