import * as z from 'zod/mini';
import { tabEvent } from './tab-event.ts';

/** A BuildSpec that was deleted, at which service. */
const DeletedBuildSpec = z.object({ service: z.string(), id: z.string() });
type DeletedBuildSpec = z.infer<typeof DeletedBuildSpec>;

const deletion = tabEvent('deleted-build-specs/1', DeletedBuildSpec);

/** Tells the other tabs of this console that a BuildSpec was deleted. */
export const sayDeleted = deletion.postToOthers;

/** Calls back when a BuildSpec was deleted in another tab. Returns a function that stops it. */
export const watchDeleted = ({ service, id }: DeletedBuildSpec, onDeleted: () => void): (() => void) =>
	deletion.watch((deleted) => {
		if (deleted.service === service && deleted.id === id) onDeleted();
	});
