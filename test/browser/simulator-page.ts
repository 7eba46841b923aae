// Fixture for tests of the simulated studio's page: a studio with its service, and a browser.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { SystemClock } from '../../adapters/node/clock.js';
import type { HttpServer } from '../../adapters/http/server/server.js';
import { observedService, type FollowedService } from '../../infra/simulated/observed-service.js';
import { simulatorServer } from '../../infra/simulated/page.js';
import { simulationClock } from '../../simulator/simulation-clock.js';
import { startHttpService, type TestService } from '../adapters/http/service.js';
import { memoryLog } from '../application/console/readable-log.js';
import { openBrowser } from './chromium.js';

/** The fixture. Its properties belong to the running test and must not be kept. */
export interface SimulatorPageTest {
  readonly service: TestService;
  /** The service as the page's server sees it. */
  readonly observed: FollowedService;
  /** Opens the page in a new context, and waits until it is live. */
  readonly open: (options?: BrowserContextOptions) => Promise<Page>;
  /** Opens a path of the page's server in a new context. */
  readonly openPath: (path: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Calls the plain API of the service, and returns the answer. */
  readonly plain: (path: string) => Promise<string>;
}

interface FixtureOptions {
  /** Whether the page's server knows the service. */
  readonly knowsService?: boolean;
  /** Whether calls of the page may fail. */
  readonly callsFail?: boolean;
}

/** Sets up the tests of a suite. */
export const simulatorPageTest = ({
  knowsService = true,
  callsFail = false,
}: FixtureOptions = {}): SimulatorPageTest => {
  let browser: Browser;
  let service: TestService;
  let observed: FollowedService;
  let server: HttpServer;
  let url: string;
  let problems: string[];

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    problems = [];
    const real = new SystemClock();
    const clock = simulationClock({ real, startMs: real.now(), paused: false });
    service = await startHttpService(clock);
    observed = observedService(service.composed, `http://127.0.0.1:${String(service.port)}`);
    const known = knowsService ? { service: observed } : {};
    server = await simulatorServer({ studio: service.studio, clock, log: memoryLog(), names: [], ...known });
    url = `http://127.0.0.1:${String((await server.listen(0, '127.0.0.1')).port)}`;
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await server.close(0);
    await service.close();
    expect(problems).toEqual([]);
  });

  const openPath = async (path: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await (await browser.newContext(options)).newPage();
    page.setDefaultTimeout(10_000);
    page.on('request', (request) => request.url().startsWith(url) || problems.push(`request to ${request.url()}`));
    page.on('console', (message) => {
      if (message.type() !== 'error' || (callsFail && message.text().startsWith('Failed to load resource'))) return;
      problems.push(message.text());
    });
    await page.goto(`${url}${path}`);
    return page;
  };

  return {
    get service() {
      return service;
    },
    get observed() {
      return observed;
    },
    openPath,
    open: async (options) => {
      const page = await openPath('', options);
      await page.getByText('live', { exact: true }).waitFor();
      return page;
    },
    plain: async (path) => {
      const response = await fetch(`http://127.0.0.1:${String(service.port)}/api/v2/plain${path}`);
      return response.text();
    },
  };
};
