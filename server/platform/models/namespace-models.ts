import { and, eq, inArray } from 'drizzle-orm';
import type { NamespaceModels, NamespaceModelsEdit } from '#contract/agents/models.ts';
import type { NamespacePath } from '#contract/namespace.ts';
import { findModel, UnknownModelError, type WantedModel } from '../../models/models.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { namespaceModels } from '../../store/catalog/schema/models.ts';
import { assertOwner, findNamespace } from '../access/namespace-access.ts';
import type { Caller } from '../core/caller.ts';
import { invalid } from '../core/service-error.ts';
import type { Platform } from '../state/platform.ts';
import { dayUse } from './day-use.ts';

const nothingSaid = { isAllowed: true, provider: null, model: null };

/** Whether language models may read a namespace, and its default model; empty for the service's default. */
export async function modelRule(db: Db, namespaceId: string) {
	const [chosen] = await db.select().from(namespaceModels).where(eq(namespaceModels.namespaceId, namespaceId));
	return chosen ?? nothingSaid;
}

export async function closedToModels(db: Db, namespaceIds: readonly string[]): Promise<Set<string>> {
	if (namespaceIds.length === 0) return new Set();
	const isClosed = and(inArray(namespaceModels.namespaceId, [...namespaceIds]), eq(namespaceModels.isAllowed, false));
	const rows = await db.select({ id: namespaceModels.namespaceId }).from(namespaceModels).where(isClosed);
	return new Set(rows.map(({ id }) => id));
}

/** The model that a namespace's owner chose, if it's still available. */
export function usualModel(
	{ settings }: Pick<Platform, 'settings'>,
	rule: Awaited<ReturnType<typeof modelRule>>,
): WantedModel {
	const wanted = { provider: rule.provider ?? undefined, model: rule.model ?? undefined };
	try {
		findModel(settings.models, wanted);
		return wanted;
	} catch (error) {
		if (error instanceof UnknownModelError) return { provider: undefined, model: undefined };
		throw error;
	}
}

export async function getNamespaceModels(
	platform: Platform,
	caller: Caller,
	path: NamespacePath,
): Promise<NamespaceModels> {
	const { db } = platform.catalog;
	const { providers, limits, currency } = platform.settings.models;
	const { id } = await findNamespace(db, caller, path.username, path.namespace);
	const rule = await modelRule(db, id);
	const found = rule.isAllowed ? findModel(platform.settings.models, usualModel(platform, rule)) : null;
	const { questionMs, steps, ...amounts } = limits;
	return {
		allowed: rule.isAllowed,
		chosen: rule.provider === null ? null : { provider: rule.provider, model: rule.model ?? '' },
		answers: found === null ? null : { provider: found.provider.name, model: found.name },
		models: providers.flatMap(({ name: provider, models }) => models.map((model) => ({ provider, model }))),
		limits: { questionSeconds: questionMs === null ? null : questionMs / 1_000, questionSteps: steps, ...amounts },
		usedToday: { ...(await dayUse(platform, caller.userId).read()) },
		currency,
	};
}

/** @throws ServiceError FORBIDDEN, VALIDATION_FAILED if the chosen model isn't available */
export async function putNamespaceModels(
	platform: Platform,
	caller: Caller,
	path: NamespacePath,
	{ allowed, chosen }: NamespaceModelsEdit,
): Promise<NamespaceModels> {
	if (chosen !== null) assertThere(platform, chosen);
	await platform.catalog.write(async (tx) => {
		const namespace = await findNamespace(tx, caller, path.username, path.namespace);
		assertOwner(caller, namespace, 'choose its language models');
		const values = { isAllowed: allowed, provider: chosen?.provider ?? null, model: chosen?.model || null };
		await tx
			.insert(namespaceModels)
			.values({ namespaceId: namespace.id, ...values })
			.onConflictDoUpdate({ target: namespaceModels.namespaceId, set: values });
	});
	return await getNamespaceModels(platform, caller, path);
}

function assertThere({ settings }: Platform, { provider, model }: NonNullable<NamespaceModelsEdit['chosen']>): void {
	try {
		findModel(settings.models, { provider, model: model || undefined });
	} catch (error) {
		if (!(error instanceof UnknownModelError)) throw error;
		throw invalid([{ code: 'INVALID_VALUE', path: 'chosen', message: error.message }]);
	}
}
