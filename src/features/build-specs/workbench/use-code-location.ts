import { useState } from 'react';
import { useAddressEdit } from '../../../lib/use-address-edit.ts';
import { looksLikePipeline } from '../pipeline-queries.ts';
import type { CodeLocation } from '../pipelines/pipeline-views.ts';

/** The position to show in the code, and a function to go elsewhere, for pipelines also to another view. */
export function useCodeLocation(initial: CodeLocation | null, payload: string) {
	const [location, setLocation] = useState(initial);
	const edit = useAddressEdit();
	const goTo = (next: CodeLocation) => {
		setLocation(next);
		if (!looksLikePipeline(payload)) return;
		const { file } = next;
		edit((address) => {
			address.set('pipeline', file === undefined ? 'payload' : 'files');
			if (file !== undefined) address.set('file', file);
		});
	};
	return [location, goTo] as const;
}
