import {
	maxFieldText,
	maxIngestText,
	maxPreviewRecords,
	maxRecordFields,
	type PreviewFacts,
} from '#contract/ingest.ts';
import type { Log } from '../../logging/log.ts';
import type { Model } from '../../models/model.ts';
import { createModels } from '../../models/models.ts';
import type { Settings } from '../../settings/settings.ts';

/** The model for previews: the first configured one; null if there is none. */
export function choosePreviewModel(
	settings: Pick<Settings, 'models' | 'maxBodyBytes'>,
	log: Log,
): {
	model: Model | null;
	facts: PreviewFacts;
} {
	const model = createModels(settings.models, log).choose({ provider: undefined, model: undefined });
	const address = settings.models.providers.find((provider) => provider.name === model?.provider)?.baseUrl;
	const limits = {
		bodyBytes: settings.maxBodyBytes,
		records: maxPreviewRecords,
		fields: maxRecordFields,
		fieldText: maxFieldText,
		text: maxIngestText,
	};
	if (model === null || address === undefined) return { model: null, facts: { model: null, limits } };
	return {
		model,
		facts: { model: { provider: model.provider, name: model.name, host: new URL(address).host }, limits },
	};
}
