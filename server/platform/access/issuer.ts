/** `iss` of everything that the service signs. */
export const issuer = 'dataset-console';
