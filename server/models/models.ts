import type { Log } from '../logging/log.ts';
import type { ModelSettings, ProviderSettings } from '../settings/settings.ts';
import type { Model } from './model.ts';
import { openModel } from './openai-compatible.ts';

/** A provider or a model that is not in the settings. */
export class UnknownModelError extends Error {
	override readonly name = 'UnknownModelError';
}

/** The provider that stands for no model at all. */
export const builtinProvider = 'builtin';

export type Models = ReturnType<typeof createModels>;

export function createModels(settings: ModelSettings, log: Log) {
	const { providers } = settings;
	const known = [...providers.map((provider) => provider.name), builtinProvider].join(', ');
	return {
		/** The model of a request, by default the first provider's; null for `builtin` or where none is configured. @throws UnknownModelError */
		choose({ provider, model }: { provider: string | undefined; model: string | undefined }): Model | null {
			if (provider === builtinProvider || (provider === undefined && model === builtinProvider)) return null;
			const found = providers.find(
				(known) =>
					(provider === undefined || known.name === provider) &&
					(provider !== undefined || model === undefined || known.models.includes(model)),
			);
			if (found !== undefined) return open(found, model, settings.deadlineMs, log);
			if (provider !== undefined)
				throw new UnknownModelError(`There is no provider "${provider}" here. There are: ${known}.`);
			if (model === undefined) return null;
			throw unknownModel(
				model,
				providers.flatMap((provider) => provider.models),
			);
		},
	};
}

function open(provider: ProviderSettings, wanted: string | undefined, deadlineMs: number, log: Log): Model {
	const name = wanted ?? provider.models[0];
	if (name === undefined || !provider.models.includes(name)) {
		throw unknownModel(wanted ?? '', provider.models, ` at "${provider.name}"`);
	}
	return openModel(provider, name, deadlineMs, log);
}

function unknownModel(model: string, known: readonly string[], suffix = ''): UnknownModelError {
	const names = known.length === 0 ? 'There is none.' : `There are: ${known.join(', ')}.`;
	return new UnknownModelError(`There is no model "${model}"${suffix} here. ${names}`);
}
