import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { StopReason, WatchdogAnswer, WatchdogRequest } from './guard.ts';

/** A separate thread, so that a busy service can't keep a runner alive. It checks time, memory and output size of each runner every 20 ms. */
interface Watched {
	readonly memoryBytes: number;
	readonly until: number;
	readonly output: { readonly file: string; readonly maxBytes: number } | null;
	stopped: StopReason | null;
}

const everyMs = 20;
const hasProc = existsSync('/proc/self/status');
const watched = new Map<number, Watched>();

const say = (message: WatchdogAnswer): void => parentPort?.postMessage(message);

parentPort?.on('message', (request: WatchdogRequest) => {
	if (request.kind === 'watch') {
		const { memoryBytes, deadlineMs, output } = request.limits;
		watched.set(request.pid, { memoryBytes, until: performance.now() + deadlineMs, output, stopped: null });
		return;
	}
	const reason = watched.get(request.pid)?.stopped ?? null;
	watched.delete(request.pid);
	say({ id: request.id, reason });
});

setInterval(() => {
	const memory = memoryOf([...watched].filter(([, entry]) => entry.stopped === null).map(([pid]) => pid));
	for (const [pid, entry] of watched) {
		if (entry.stopped !== null) continue;
		const reason = reasonToStop(entry, memory.get(pid) ?? 0);
		if (reason === null) continue;
		entry.stopped = reason;
		kill(pid);
	}
}, everyMs);

function reasonToStop(watched: Watched, memoryBytes: number): StopReason | null {
	if (performance.now() >= watched.until) return 'DEADLINE_EXCEEDED';
	if (memoryBytes > watched.memoryBytes) return 'MEMORY_EXCEEDED';
	if (watched.output !== null && sizeOf(watched.output.file) > watched.output.maxBytes) return 'OUTPUT_TOO_LARGE';
	return null;
}

/** Resident bytes by process; processes that ended are absent. */
function memoryOf(pids: readonly number[]): Map<number, number> {
	// Windows has neither /proc nor ps: there, only DuckDB's own limit applies.
	if (pids.length === 0 || process.platform === 'win32') return new Map();
	if (hasProc) return new Map(pids.map((pid) => [pid, treeBytes(pid)]));
	try {
		const text = execFileSync('ps', ['-o', 'pid=,rss=', '-p', pids.join(',')], { encoding: 'utf8' });
		const rows = text
			.trim()
			.split('\n')
			.map((line) => line.trim().split(/\s+/).map(Number));
		return new Map(rows.map(([pid = 0, kibibytes = 0]) => [pid, kibibytes * 1024]));
	} catch {
		return new Map();
	}
}

/** Memory of a process and its descendants: a runner's parent is its isolation wrapper. */
function treeBytes(pid: number): number {
	return residentBytes(pid) + childrenOf(pid).reduce((sum, child) => sum + treeBytes(child), 0);
}

function childrenOf(pid: number): number[] {
	try {
		const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
		return text === '' ? [] : text.split(' ').map(Number);
	} catch {
		return [];
	}
}

function residentBytes(pid: number): number {
	try {
		const kibibytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
		return Number(kibibytes ?? 0) * 1024;
	} catch {
		return 0;
	}
}

function sizeOf(file: string): number {
	return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function kill(pid: number): void {
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// The process ended in the meantime.
	}
}
