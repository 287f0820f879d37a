import { parseLocated } from '#lib/exact-json/located.ts';

export interface PipelinePayload {
	readonly repository: string;
	readonly ref: string;
	readonly manifest: string;
}

const members = ['repository', 'ref', 'manifest'] as const;

interface Place {
	readonly value: string;
	readonly start: number;
	readonly end: number;
}

type Places = Readonly<Record<(typeof members)[number], Place>>;

function placesIn(payload: string): Places | null {
	const parsed = parseLocated(payload);
	if ('problem' in parsed || parsed.node.kind !== 'object') return null;
	const pipeline = parsed.node.members.find(({ key }) => key === 'gitPipeline')?.value;
	if (pipeline?.kind !== 'object') return null;
	const found: Partial<Record<(typeof members)[number], Place>> = {};
	for (const name of members) {
		const value = pipeline.members.find(({ key }) => key === name)?.value;
		if (value?.kind !== 'string') return null;
		found[name] = value;
	}
	return found as Places;
}

/** Null if any of them is missing. */
export function readPayload(payload: string): PipelinePayload | null {
	const places = placesIn(payload);
	if (places === null) return null;
	return { repository: places.repository.value, ref: places.ref.value, manifest: places.manifest.value };
}

/** Replaces values in the payload. An unreadable payload is rewritten from scratch. */
export function writePayload(payload: string, next: PipelinePayload): string {
	const places = placesIn(payload);
	if (places === null) {
		const { repository, ref, manifest } = next;
		return `${JSON.stringify({ gitPipeline: { repository, ref, manifest } }, null, 2)}\n`;
	}
	return members
		.map((name) => ({ ...places[name], next: next[name] }))
		.filter(({ value, next }) => value !== next)
		.sort((a, b) => b.start - a.start)
		.reduce((text, { start, end, next }) => text.slice(0, start) + JSON.stringify(next) + text.slice(end), payload);
}
