import type { AgentPart } from '../../../a2a/events.ts';

/** A file from an agent, or its location. */
export interface FilePart {
	readonly name: string;
	readonly mediaType: string;
	readonly content:
		| { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer>; readonly base64: string }
		| { readonly kind: 'address'; readonly url: string }
		| { readonly kind: 'unreadable' };
}

const unknownType = 'application/octet-stream';

/** The file of a part (A2A 1.0, `Part`: `raw` or `url`, with `filename` and `mediaType`), or null. */
export function fileIn({ raw, url, filename, mediaType }: AgentPart): FilePart | null {
	if (typeof raw !== 'string' && typeof url !== 'string') return null;
	const type = typeof mediaType === 'string' && mediaType !== '' ? mediaType : unknownType;
	const named = typeof filename === 'string' && filename !== '' ? filename : 'Unnamed file';
	const content = typeof raw === 'string' ? bytesOf(raw) : ({ kind: 'address', url: String(url) } as const);
	return { name: named, mediaType: type, content };
}

/** Base64 in the standard or URL alphabet; protobuf JSON allows both. */
function bytesOf(raw: string): FilePart['content'] {
	const base64 = raw.replaceAll('-', '+').replaceAll('_', '/');
	try {
		return { kind: 'bytes', bytes: Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)), base64 };
	} catch {
		return { kind: 'unreadable' };
	}
}
