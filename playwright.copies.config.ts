/** The journeys against several copies of the service behind one address: `npm run test:copies`. */
process.env.JOURNEY_COPIES ||= '3';

export { default } from './playwright.config.ts';
