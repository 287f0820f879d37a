import { paths } from '../../routing/paths.ts';
import type { Person } from './model.ts';

/** Where a window signs somebody in again while their pages wait. */
export const renewalAddress = (person: Person): string =>
	new URL(`.${paths.signInAs(person, true)}`, document.baseURI).href;

/**
 * Opens a small window that signs somebody in again; the page stays as it is and goes on by itself.
 * @returns whether the browser let it open
 */
export function openRenewal(person: Person): boolean {
	const opened = window.open(renewalAddress(person), 'dataset-console-sign-in', 'popup,width=480,height=720');
	opened?.focus();
	return opened !== null;
}
