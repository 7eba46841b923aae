// A real browser that is started for a test and asks nobody anything by itself.
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

const quiet = [
  ...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
];

/** Why there is no browser here, undefined where there is one. Where everything must be tested, that is a failure. */
export const missingBrowser = (): string | undefined => {
  if (existsSync(executablePath)) return undefined;
  const why = `no browser at ${executablePath}: install chromium, or name another by CHROMIUM`;
  if (process.env['CI'] === 'true') throw new Error(why);
  console.warn(`SKIPPED: ${why}`);
  return why;
};

/** Starts the browser. */
export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath, args: quiet });
