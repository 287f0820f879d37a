// Imported before a service: reports to the parent process how long the service's main thread worked between two turns of its event loop, in CPU time
// as Linux counts it, which excludes other load.
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
		// Waits one more turn, so that whatever blocks the loop now is counted when it ends.
		else if (asked === 'tell of the loop') setTimeout(() => process.send?.({ longestMs: longest }), 20);
	});
}
