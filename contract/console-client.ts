/** `client_id` of every console. It's a public client, identified only by its registered redirect URI. */
export const consoleClientId = 'dataset-console';

/** Console page that receives the authorization response, relative to the console's base path. */
export const redirectPath = '/sign-in';
