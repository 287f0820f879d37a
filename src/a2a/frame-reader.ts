import { type AgentEvent, toEvent } from './events.ts';

/** A frame that brings a piece of text, without that text. */
interface Form {
	/** The frame up to where the text's literal begins, and from where it ends. */
	readonly before: string;
	readonly behind: string;
	readonly event: ArtifactEvent;
}

type ArtifactEvent = Extract<AgentEvent, { kind: 'artifact' }>;

/** Forms that are learned in vain before no more are: where each frame has a time of its own, none ever serves. */
const patience = 8;
/** Stands for the text where a form is tried. */
const probe = '\ue000text\ue000';

/**
 * Reads the frames of one stream, in their order, into a list. Those that bring a long answer in small pieces differ in nothing
 * but the piece: only that is parsed, what stands around it is compared with the frame before, which was parsed whole. Pieces
 * that follow each other are one event.
 * @param resultOf gives the `result` of a frame, as it is in the frame; what it throws, the reader throws
 */
export function frameReader(
	resultOf: (frame: string) => unknown,
): (frames: readonly string[], into: AgentEvent[]) => void {
	let form: Form | null = null;
	let left = patience;
	return (frames, into) => {
		let pieces: string | null = null;
		const flush = () => {
			if (form !== null && pieces !== null) into.push(withText(form.event, pieces));
			pieces = null;
		};
		for (const frame of frames) {
			const text = form === null ? null : textIn(frame, form);
			if (text !== null) {
				pieces = pieces === null ? text : pieces + text;
				left = patience;
				continue;
			}
			flush();
			const event = toEvent(resultOf(frame));
			into.push(event);
			if (left > 0 && event.kind === 'artifact' && event.append) {
				left -= 1;
				form = formOf(frame, event, resultOf) ?? form;
			}
		}
		flush();
	};
}

/** The text that a frame of a form brings; null for any other frame. */
function textIn(frame: string, { before, behind }: Form): string | null {
	const [from, to] = [before.length, frame.length - behind.length];
	// Slices are compared faster than `startsWith` and `endsWith` compare.
	if (from >= to || frame.slice(0, from) !== before || frame.slice(to) !== behind) return null;
	try {
		const text: unknown = JSON.parse(frame.slice(from, to));
		return typeof text === 'string' ? text : null;
	} catch {
		return null;
	}
}

function withText(event: ArtifactEvent, text: string): ArtifactEvent {
	return { ...event, artifact: { ...event.artifact, parts: [{ text }] } };
}

/**
 * The form of a frame whose only part is a text. A literal that, put in the text's place, is read as the text stands where any
 * other may stand.
 */
function formOf(frame: string, event: ArtifactEvent, resultOf: (frame: string) => unknown): Form | null {
	const text = onlyText(event);
	if (text === null || text === probe) return null;
	const literal = JSON.stringify(text);
	const at = frame.lastIndexOf(literal);
	if (at === -1) return null;
	const [before, behind] = [frame.slice(0, at), frame.slice(at + literal.length)];
	try {
		const tried = toEvent(resultOf(`${before}"${probe}"${behind}`));
		return tried.kind === 'artifact' && onlyText(tried) === probe ? { before, behind, event } : null;
	} catch {
		return null;
	}
}

function onlyText({ artifact: { parts } }: ArtifactEvent): string | null {
	const [part, ...more] = parts;
	if (part?.text === undefined || more.length > 0) return null;
	return Object.keys(part).length === 1 ? part.text : null;
}
