import { version as declared } from '../../package.json';

/** Version of the console that runs here. */
export const version: string = declared;
