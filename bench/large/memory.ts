import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Peak resident bytes of a service, and of any of its runners. */
export interface Peaks {
	service: number;
	runner: number;
}

/**
 * Samples the peak memory of a service on this machine and its runners four times a second, as Linux reports it, during some work. Sampling more
 * often would affect the measurement.
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

/** Current resident bytes of a service on this machine and of each of its runners. */
export function residentBytes({ dataDir }: { readonly dataDir: string }): { service: number; runners: number[] } {
	const found = processesOf(dataDir).map(({ isService, status }) => ({ isService, bytes: bytesOf(status, 'VmRSS') }));
	return {
		service: found.find(({ isService }) => isService)?.bytes ?? 0,
		runners: found.filter(({ isService }) => !isService).map(({ bytes }) => bytes),
	};
}

const bytesOf = (status: string, name: string): number =>
	Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024;

/** The service has its data folder on its command line; its runners work in it. */
function processesOf(dataDir: string): { isService: boolean; status: string }[] {
	return readdirSync('/proc')
		.filter((value) => /^\d+$/.test(value))
		.flatMap((pid) => {
			try {
				const isService = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(dataDir);
				if (!isService && !readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir)) return [];
				return [{ isService, status: readFileSync(`/proc/${pid}/status`, 'latin1') }];
			} catch {
				// The process ended in the meantime.
				return [];
			}
		});
}
