// Starts Chromium for tests, without its background requests.
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

const browserArguments = [
  ...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
];

/** Returns why there is no browser, or undefined if there is one. Throws in CI instead, where no test may be skipped. */
export const missingBrowser = (): string | undefined => {
  if (existsSync(executablePath)) return undefined;
  const message = `no browser at ${executablePath}: install chromium, or set CHROMIUM to the path of another`;
  if (process.env['CI'] === 'true') throw new Error(message);
  console.warn(`SKIPPED: ${message}`);
  return message;
};

/** Starts the browser. */
export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath, args: browserArguments });
