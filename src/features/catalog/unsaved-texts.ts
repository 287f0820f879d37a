import { coordinateKey, type DatasetCoordinate, formatCoordinate, joinNames, splitNames } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { namesBefore, type Rename, renamedText } from '../../storage/changes-elsewhere.ts';
import { consolePath, moveTexts, type Scope } from '../../storage/web-storage.ts';

const textsOf = ({ service, user }: Scope): string => `dataset-console/text/${service}/${user}/`;
const descriptionsOf = ({ service, user }: Scope): string => `dataset-console/descriptions/${service}/${user}/`;
const ordersOf = ({ service, user }: Scope): string =>
	`${['dataset-console/column-order/1', consolePath(), service, user].join(' ')} `;

/** Storage key of a tab's unsaved text. @param of a namespace or dataset @param what "description" */
export const textKey = (scope: Scope, of: string, what: string): string => `${textsOf(scope)}${of}/${what}`;

export const descriptionsKey = (scope: Scope, dataset: DatasetCoordinate): string =>
	descriptionsOf(scope) + formatCoordinate(dataset);

export const columnOrderKey = (scope: Scope, dataset: DatasetCoordinate): string =>
	ordersOf(scope) + coordinateKey(dataset);

/** Moves this tab's unsaved texts about a namespace or dataset to its new name. */
export function moveUnsavedTexts(scope: Scope, rename: Rename): void {
	const renamed = (name: string) => {
		const names = splitNames(name);
		if (names.length === 3) return renamedText(name, rename, scope.user);
		const before = namesBefore(rename);
		const isIt =
			names.length === before.length && before.every((part, index) => foldName(part) === foldName(names[index] ?? ''));
		return isIt ? joinNames(before.with(-1, rename.to)) : name;
	};
	moveTexts('session', textsOf(scope), (rest) => {
		const end = rest.lastIndexOf('/');
		return renamed(rest.slice(0, end)) + rest.slice(end);
	});
	moveTexts('session', descriptionsOf(scope), renamed);
	moveTexts('session', ordersOf(scope), (key) => foldName(renamed(key)));
}
