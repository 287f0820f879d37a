/** Messages that several pages show. */

/** @param what the action that becomes possible once the service responds: "save" */
export const notResponding = (what?: string): string =>
	`The service isn’t responding. ${what === undefined ? 'Try again once it responds.' : `You can ${what} once it responds.`}`;

export const storageBlocked =
	'This browser may be blocking storage for this site. Allow storage, then reload the page.';

export const noConversationsRead = `Couldn’t read conversations. ${storageBlocked}`;

/** @param what "dataset" */
export const othersMayUse = (what: string): string =>
	`Other people’s BuildSpecs, which you can’t see, may also use this ${what}.`;

export const rolesText = 'Viewers can read a shared namespace, and editors can also change it.';
