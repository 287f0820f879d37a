import { type AgentEvent, toEvent } from './events.ts';

/** A frame with a piece of text, without that text. */
interface Form {
	/** The frame before and after the text's literal. */
	readonly before: string;
	readonly behind: string;
	readonly event: ArtifactEvent;
}

type ArtifactEvent = Extract<AgentEvent, { kind: 'artifact' }>;

/** Forms to try without success before giving up. If each frame has its own timestamp, none is ever reused. */
const patience = 8;
/** Placeholder text for testing a form. */
const probe = '\ue000text\ue000';

/**
 * Reads the frames of a stream, in order, into a list. Frames of a long answer differ only in their piece of text. So
 * only that is parsed, and the rest is compared with the previous fully parsed frame. Consecutive pieces become one
 * event.
 * @param resultOf extracts `result` from a frame; its errors are rethrown
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

/** The text in a frame of this form, or null for any other frame. */
function textIn(frame: string, { before, behind }: Form): string | null {
	const [from, to] = [before.length, frame.length - behind.length];
	// Comparing slices is faster than `startsWith` and `endsWith`.
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

/** The form of a frame whose only part is text. If a probe in the text's place is read back correctly, so is any other text. */
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
