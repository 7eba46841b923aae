// Starts Chromium for tests, without its background requests.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { missingTool } from '../support/missing-tool.js';

/** Path of the whole browser. */
export const wholeBrowser = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** The same engine without a browser's own windows, which takes a third less processor time. */
const headlessShell = '/usr/bin/chromium-headless-shell';

const prefersShell = process.env['CHROMIUM'] === undefined && existsSync(headlessShell);

/** Path of the browser for pages that need no more than the engine. */
export const pageBrowser = prefersShell ? headlessShell : wholeBrowser;

const browserArguments = [
  ...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
];

/** Returns why there is no browser, or undefined if there is one. Throws in CI instead, where no test may be skipped. */
export const missingBrowser = (path = pageBrowser): string | undefined =>
  missingTool(existsSync(path), `no browser at ${path}: install chromium, or set CHROMIUM to the path of another`);

/** Returns why there are no network namespaces, or undefined if there are. Throws in CI instead. */
export const missingNamespaces = (): string | undefined =>
  missingTool(
    process.getuid?.() === 0 && spawnSync('ip', ['-V']).status === 0,
    'network namespaces require root and iproute2',
  );

/** Starts the browser. `program` starts it in another place, such as a network namespace. */
export const openBrowser = (program = pageBrowser, more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: program, args: [...browserArguments, ...more] });
