import { useState } from 'react';
import * as z from 'zod/mini';
import type { DatasetSchema, Descriptions } from '#contract/dataset.ts';
import { readJson, removeText, writeText } from '../../../storage/web-storage.ts';
import { useScope } from '../../session/queries.ts';
import { descriptionsKey } from '../unsaved-texts.ts';

/** Unsaved texts: of the dataset, and of columns by name. */
const Unsaved = z.object({
	description: z.nullable(z.string()),
	columns: z.record(z.string(), z.string()),
});
type Unsaved = z.infer<typeof Unsaved>;

const nothing: Unsaved = { description: null, columns: {} };

/**
 * Descriptions being edited. Unsaved texts survive reloading the tab and leaving the page.
 * @param isSaving keeps a text that equals the saved one, because the pending save will change that one
 */
export function useDescriptions(schema: DatasetSchema, isSaving: boolean) {
	const key = descriptionsKey(useScope(), schema);
	const [unsaved, setUnsaved] = useState(() => readJson('session', key, Unsaved) ?? nothing);
	const keep = (next: Unsaved) => {
		setUnsaved(next);
		if (countOf(next) === 0) removeText('session', key);
		else writeText('session', key, JSON.stringify(next));
	};
	return {
		count: countOf(unsaved),
		description: unsaved.description ?? schema.description,
		ofColumn: (name: string): string | undefined => unsaved.columns[name],
		describe: (text: string) =>
			keep({ ...unsaved, description: text === schema.description && !isSaving ? null : text }),
		describeColumn: (name: string, text: string, saved: string) => {
			const { [name]: _, ...others } = unsaved.columns;
			keep({ ...unsaved, columns: text === saved && !isSaving ? others : { ...others, [name]: text } });
		},
		discard: () => keep(nothing),
		/**
		 * Forgets texts that were just saved.
		 * @returns whether unsaved texts remain
		 */
		forget: (sent: Descriptions): boolean => {
			const saved = Object.fromEntries(schema.columns.map((column) => [column.name, column.description]));
			const texts: Record<string, string> = { ...saved, ...sent.columns };
			const left = {
				description: unsaved.description === (sent.description ?? schema.description) ? null : unsaved.description,
				columns: Object.fromEntries(Object.entries(unsaved.columns).filter(([name, text]) => text !== texts[name])),
			};
			keep(left);
			return countOf(left) > 0;
		},
		/** The changed texts to send. */
		changes: (): Descriptions => ({
			...(unsaved.description === null ? {} : { description: unsaved.description }),
			...(Object.keys(unsaved.columns).length === 0 ? {} : { columns: unsaved.columns }),
		}),
	};
}

const countOf = ({ description, columns }: Unsaved): number =>
	Object.keys(columns).length + (description === null ? 0 : 1);
