/** The journeys over a network that fails at seeded random: `npm run test:faults`. */
process.env.JOURNEY_FAULTS ||= '1';

export { default } from './playwright.config.ts';
