import type { ModelSettings, ProviderSettings } from '../settings.ts';
import type { Model } from './model.ts';
import { openModel } from './openai-compatible.ts';

/** A provider or a model that is not in the settings. */
export class UnknownModelError extends Error {
	override readonly name = 'UnknownModelError';
}

export interface Models {
	/**
	 * The model that a request means: its provider's default where it names none, the first provider's where it names
	 * nothing. Null stands for working without a model: none is configured, or the provider `builtin` was asked for.
	 * @throws UnknownModelError
	 */
	choose(wanted: { provider: string | undefined; model: string | undefined }): Model | null;
}

/** The provider that stands for no model at all. */
export const builtinProvider = 'builtin';

export function createModels(settings: ModelSettings): Models {
	const { providers } = settings;
	const known = [...providers.map((it) => it.name), builtinProvider].join(', ');
	return {
		choose({ provider, model }) {
			if (provider === builtinProvider || (provider === undefined && model === builtinProvider)) return null;
			if (provider !== undefined) {
				const found = providers.find((it) => it.name === provider);
				if (found === undefined) {
					throw new UnknownModelError(`There is no provider "${provider}" here. There are: ${known}.`);
				}
				return open(found, model, settings.deadlineMs);
			}
			if (model !== undefined) {
				const found = providers.find((it) => it.models.includes(model));
				if (found === undefined)
					throw unknownModel(
						model,
						providers.flatMap((it) => it.models),
					);
				return open(found, model, settings.deadlineMs);
			}
			const [first] = providers;
			return first === undefined ? null : open(first, undefined, settings.deadlineMs);
		},
	};
}

function open(provider: ProviderSettings, wanted: string | undefined, deadlineMs: number): Model {
	const name = wanted ?? provider.models[0];
	if (name === undefined || !provider.models.includes(name)) {
		throw unknownModel(wanted ?? '', provider.models, ` at "${provider.name}"`);
	}
	return openModel(provider, name, deadlineMs);
}

function unknownModel(model: string, known: readonly string[], place = ''): UnknownModelError {
	const names = known.length === 0 ? 'There is none.' : `There are: ${known.join(', ')}.`;
	return new UnknownModelError(`There is no model "${model}"${place} here. ${names}`);
}
