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

function look(dataDir: string, peaks: Peaks): void {
	for (const { isService, status } of processesOf(dataDir)) {
		const kind = isService ? 'service' : 'runner';
		peaks[kind] = Math.max(peaks[kind], bytesOf(status, 'VmHWM'));
	}
}

/** What a service on this machine and each of its runners hold now. */
export function residentBytes({ dataDir }: { readonly dataDir: string }): { service: number; runners: number[] } {
	const found = processesOf(dataDir).map(({ isService, status }) => ({ isService, bytes: bytesOf(status, 'VmRSS') }));
	return {
		service: found.find(({ isService }) => isService)?.bytes ?? 0,
		runners: found.filter(({ isService }) => !isService).map(({ bytes }) => bytes),
	};
}

const bytesOf = (status: string, name: string): number =>
	Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024;

/** The service names its data folder; its runners work in it. */
function processesOf(dataDir: string): { isService: boolean; status: string }[] {
	return readdirSync('/proc')
		.filter((value) => /^\d+$/.test(value))
		.flatMap((pid) => {
			try {
				const isService = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(dataDir);
				if (!isService && !readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir)) return [];
				return [{ isService, status: readFileSync(`/proc/${pid}/status`, 'latin1') }];
			} catch {
				// It ended by itself in the meantime.
				return [];
			}
		});
}
