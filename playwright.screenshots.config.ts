import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Draws the pictures of the docs from the sample workspace. */
export default defineConfig({ ...journeys, testMatch: '*.screenshots.ts', retries: 0 });
