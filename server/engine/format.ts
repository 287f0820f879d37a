/** `1 row`, `220 rows`, `1,000,000 rows`. */
export const count = (n: number, one: string, many = `${one}s`): string =>
	`${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

/** Bytes with at most three digits and a decimal unit: `512 B`, `11 kB`, `1.2 GB`. */
export function size(bytes: number): string {
	if (bytes < 1000) return `${bytes} B`;
	const units = ['kB', 'MB', 'GB', 'TB'];
	const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length);
	const value = bytes / 1000 ** power;
	return `${value < 10 ? Number(value.toFixed(1)) : Math.round(value)} ${units[power - 1]}`;
}

/** Memory in binary units: `512 MiB`, `2 GiB`. */
export function memory(bytes: number): string {
	const mebibytes = bytes / 2 ** 20;
	return mebibytes < 1024 ? `${Math.round(mebibytes)} MiB` : `${Number((mebibytes / 1024).toFixed(1))} GiB`;
}

/** Milliseconds as seconds: `0.5 s`, `120 s`. */
export const seconds = (ms: number): string => `${Number((ms / 1000).toFixed(1))} s`;

/** The beginning of a string, at most this many UTF-16 code units; never splits a surrogate pair. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/\p{Surrogate}$/u, '');
