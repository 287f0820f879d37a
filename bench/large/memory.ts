import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The most resident bytes of a service, and of any one of its runners. */
export interface Peaks {
	service: number;
	runner: number;
}

/**
 * Looks four times a second at the most memory that a service on this machine and its runners ever held, as Linux counts it, while
 * something is done. More often would be felt in what is measured.
 */
export async function watchMemory<T>(
	service: { readonly dataDir: string },
	act: () => Promise<T>,
): Promise<{ value: T; peaks: Peaks }> {
	const peaks: Peaks = { service: 0, runner: 0 };
	const timer = setInterval(() => look(service.dataDir, peaks), 250);
	try {
		return { value: await act(), peaks };
	} finally {
		clearInterval(timer);
	}
}

/** The service names its data folder; its runners work in it. */
function look(dataDir: string, peaks: Peaks): void {
	for (const pid of readdirSync('/proc').filter((value) => /^\d+$/.test(value))) {
		try {
			const isService = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(dataDir);
			if (!isService && !readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir)) continue;
			const kibibytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
			const kind = isService ? 'service' : 'runner';
			peaks[kind] = Math.max(peaks[kind], Number(kibibytes ?? 0) * 1024);
		} catch {
			// It ended by itself in the meantime.
		}
	}
}
