import type { parts } from './parts.ts';

type Parts = typeof parts;

export const partLoader =
	<Name extends keyof Parts>(name: Name) =>
	async (): Promise<Awaited<ReturnType<Parts[Name]>>> => {
		const { parts } = await import('./parts.ts');
		return (await parts[name]()) as Awaited<ReturnType<Parts[Name]>>;
	};
