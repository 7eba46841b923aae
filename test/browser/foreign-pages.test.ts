// Pages of other origins in a real browser on the LAN: none of them acts on the studio, and the reference page does.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  makeNetwork,
  type NamespaceMachine,
  type NamespaceNetwork,
} from '../../features/support/namespaces/network.js';
import { startRemote, type Remote } from '../../features/support/remote.js';
import { lanAddresses } from '../../features/support/service-address.js';
import { missingBrowser, missingNamespaces, openBrowser, wholeBrowser } from './chromium.js';
import type { PageAgent } from './page-agent.js';
import type { ServiceAgent } from './service-agent.js';

const port = 3002;
const service = `http://${lanAddresses.v4}:${String(port)}`;
const withCredentials = `http://EXTERNAL_APP:x@${lanAddresses.v4}:${String(port)}`;

/** The browser's own address, and that of a public site. */
const [lanAddress, publicAddress] = ['192.168.1.20', '198.51.100.7'];
const sites = { public: `http://${publicAddress}`, lan: `http://${lanAddress}:8080` } as const;

const noReferrer = '<meta name="referrer" content="no-referrer">';
const navigation = (url: string): string => `<a id="go" href="${url}">go</a><script>go.click()</script>`;
const form = (url: string): string =>
  `<form id="form" method="post" action="${url}"></form><script>form.submit()</script>`;
const image = (url: string): string => `<img src="${url}">`;
const authorizedFetch = (url: string): string =>
  `<script>fetch('${url}', { headers: { Authorization: 'Basic ' + btoa('EXTERNAL_APP:x') } })</script>`;

const agentIn = ({ inside }: NamespaceMachine, file: string): readonly string[] => [
  ...inside,
  ...[process.execPath, '--import', 'tsx', join(import.meta.dirname, file)],
];

const isMissing = missingBrowser(wholeBrowser) !== undefined || missingNamespaces() !== undefined;

describe.skipIf(isMissing)('a page of another origin', () => {
  let folder: string;
  let network: NamespaceNetwork;
  let studio: Remote<ServiceAgent>;
  let pages: Remote<PageAgent>;
  let browser: Browser;
  let page: Page;

  /** Starts the browser on the callers' machine. A name of the attacker resolves to the service (DNS rebinding). */
  const openThere = (): Promise<Browser> => {
    const program = join(folder, 'chromium');
    writeFileSync(program, `#!/bin/sh\nexec ${[...network.callers.inside, wholeBrowser].join(' ')} "$@"\n`, {
      mode: 0o755,
    });
    return openBrowser(program, [`--host-resolver-rules=MAP rebound.example ${lanAddresses.v4}`]);
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'foreign-pages-'));
    network = await makeNetwork();
    // The first address is the one that the browser calls from.
    await network.callers.own(lanAddress);
    await network.callers.own(publicAddress);
    studio = startRemote<ServiceAgent>(agentIn(network.host, 'service-agent.ts'));
    pages = startRemote<PageAgent>(agentIn(network.callers, 'page-agent.ts'));
    await pages.functions.listen(publicAddress, 80);
    await pages.functions.listen(lanAddress, 8080);
    browser = await openThere();
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await studio.end();
    await pages.end();
    await network.remove();
    rmSync(folder, { recursive: true });
  });

  beforeEach(async () => {
    await studio.functions.start(port);
    page = await browser.newPage();
  });
  afterEach(async () => {
    await page.close();
    await studio.functions.close();
  });

  const visit = (site: keyof typeof sites, html: string) =>
    page.goto(`${sites[site]}/?html=${encodeURIComponent(html)}`, { waitUntil: 'commit' });

  /** Waits for this line of the request log, and checks that nothing was sent to any device. */
  const isRefused = async (line: string): Promise<void> => {
    await expect.poll(() => studio.functions.requests(), { timeout: 15_000 }).toContain(line);
    expect(await studio.functions.commandCount()).toBe(0);
  };

  const legacy = '/api/signals/red-light/on';
  const current = '/api/v2/signals/red-light/on';

  it.each([
    ['a navigation with credentials', 'public', navigation(withCredentials + legacy), 'GET'],
    ['a navigation without a referrer', 'public', noReferrer + navigation(withCredentials + legacy), 'GET'],
    ['a form with credentials', 'public', form(withCredentials + legacy), 'POST'],
    ['a form without a referrer', 'public', noReferrer + form(withCredentials + legacy), 'POST'],
  ] as const)('does not act on a legacy route by %s', async (_how, site, html, method) => {
    await visit(site, html);
    await isRefused(`${method} ${legacy} legacy:EXTERNAL_APP 403`);
  });

  it('does not act on a legacy route by fetch with Authorization', async () => {
    await visit('lan', authorizedFetch(service + legacy));
    await isRefused(`OPTIONS ${legacy} nobody 403`);
    expect(await studio.functions.requests()).toHaveLength(1);
  });

  it.each([
    ['a navigation', 'public', navigation(service + current), 'GET'],
    ['a navigation without a referrer', 'public', noReferrer + navigation(service + current), 'GET'],
    ['a form', 'public', form(service + current), 'POST'],
    ['a form without a referrer', 'lan', noReferrer + form(service + current), 'POST'],
    ['an image', 'lan', image(service + current), 'GET'],
    ['an image without a referrer', 'lan', noReferrer + image(service + current), 'GET'],
  ] as const)('does not act through a browser with LAN access by %s', async (_how, site, html, method) => {
    await studio.functions.admitWholeLan();
    await visit(site, html);
    await isRefused(`${method} ${current} lan:whole-lan 403`);
  });

  it('reads nothing under a name that was rebound to the service', async () => {
    const answer = await page.goto(`http://EXTERNAL_APP:x@rebound.example:${String(port)}/api/state/state`);
    expect([answer?.status(), await answer?.text()]).toEqual([403, 'Forbidden']);
  });

  it('is not the reference page, which acts from the LAN address', async () => {
    await studio.functions.admitWholeLan();
    await page.goto(`${service}/api/v2/docs#signal.on`);
    const route = page.locator('[id="signal.on"]');
    await route.getByLabel('id').fill('red-light');
    await route.getByRole('button', { name: 'Send to the studio' }).click();
    await route.getByRole('region', { name: 'Answer' }).getByText('200').waitFor();
    expect(await studio.functions.commandCount()).toBe(1);
  });
});
