import type { Log } from '../logging/log.ts';
import type { ModelSettings } from '../settings/settings.ts';
import { type Meter, unmetered } from './meter.ts';
import type { Model } from './model.ts';
import { openModel } from './openai-compatible.ts';

export class UnknownModelError extends Error {
	override readonly name = 'UnknownModelError';
}

/** The provider name for using no model. */
export const builtinProvider = 'builtin';

/** A model by name; undefined members default to the settings. */
export interface WantedModel {
	readonly provider: string | undefined;
	readonly model: string | undefined;
}

export type Models = ReturnType<typeof createModels>;

export function createModels(settings: ModelSettings, log: Log) {
	return {
		/** The model of a request; null for `builtin` or if none is configured. @throws UnknownModelError */
		choose(wanted: WantedModel, meter: Meter = unmetered): Model | null {
			const found = findModel(settings, wanted);
			return found === null ? null : openModel({ ...found, deadlineMs: settings.deadlineMs, meter, log });
		},
	};
}

/** The provider and name of a model; defaults to the first provider's first. @throws UnknownModelError */
export function findModel({ providers }: Pick<ModelSettings, 'providers'>, { provider, model }: WantedModel) {
	if (provider === builtinProvider || (provider === undefined && model === builtinProvider)) return null;
	const isWanted = ({ name, models }: (typeof providers)[number]) =>
		provider === undefined ? model === undefined || models.includes(model) : name === provider;
	const found = providers.find(isWanted);
	if (found === undefined && provider !== undefined) {
		const known = [...providers.map(({ name }) => name), builtinProvider].join(', ');
		throw new UnknownModelError(`Unknown provider "${provider}". Available: ${known}.`);
	}
	if (found === undefined && model === undefined) return null;
	const name = model ?? found?.models[0];
	if (found !== undefined && name !== undefined && found.models.includes(name)) return { provider: found, name };
	const names = (found === undefined ? providers : [found]).flatMap(({ models }) => models);
	const at = provider === undefined ? '' : ` from provider "${provider}"`;
	const thereAre =
		names.length === 0 ? 'No models are available. Leave out provider and model.' : `Available: ${names.join(', ')}.`;
	throw new UnknownModelError(`Unknown model "${model ?? ''}"${at}. ${thereAre}`);
}
