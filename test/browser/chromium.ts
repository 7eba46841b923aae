// Starts Chromium for tests, without its background requests.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { missingTool } from '../support/missing-tool.js';

/** Path of the browser. */
export const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

const browserArguments = [
  ...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
];

/** Returns why there is no browser, or undefined if there is one. Throws in CI instead, where no test may be skipped. */
export const missingBrowser = (): string | undefined =>
  missingTool(
    existsSync(executablePath),
    `no browser at ${executablePath}: install chromium, or set CHROMIUM to the path of another`,
  );

/** Returns why there are no network namespaces, or undefined if there are. Throws in CI instead. */
export const missingNamespaces = (): string | undefined =>
  missingTool(
    process.getuid?.() === 0 && spawnSync('ip', ['-V']).status === 0,
    'network namespaces require root and iproute2',
  );

/** Starts the browser. `program` starts it in another place, such as a network namespace. */
export const openBrowser = (program = executablePath, more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: program, args: [...browserArguments, ...more] });
