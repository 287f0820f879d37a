import * as z from 'zod/mini';
import { randomId } from '../lib/random-id.ts';
import { place } from './web-storage.ts';

/** A BuildSpec that was deleted, at which service. */
const DeletedBuildSpec = z.object({ service: z.string(), id: z.string() });
type DeletedBuildSpec = z.infer<typeof DeletedBuildSpec>;
const Message = z.extend(DeletedBuildSpec, { tab: z.string() });

/** A channel also reaches others of its own page. */
const tab = randomId();

const open = () => new BroadcastChannel(`dataset-console/deleted-build-specs/1${place()}`);

/** Tells the other tabs of this console that a BuildSpec was deleted. */
export function sayDeleted(deleted: DeletedBuildSpec): void {
	const channel = open();
	channel.postMessage({ ...deleted, tab });
	channel.close();
}

/** Calls back when a BuildSpec was deleted in another tab. Returns a function that stops it. */
export function watchDeleted({ service, id }: DeletedBuildSpec, onDeleted: () => void): () => void {
	const channel = open();
	channel.onmessage = ({ data }) => {
		const deleted = Message.safeParse(data).data;
		if (deleted?.service === service && deleted.id === id && deleted.tab !== tab) onDeleted();
	};
	return () => channel.close();
}
