// Composes the services of a console's endpoints, and the server that mounts them.
import { setTimeout as delay } from 'node:timers/promises';
import { consoleDocument } from '../../adapters/http/console/openapi/document.js';
import {
  createConsoleServer,
  type ConsoleServer,
  type ConsoleServerOptions,
} from '../../adapters/http/console/server.js';
import { hashesEqual, hashSecret } from '../../adapters/node/console-secrets.js';
import { hashToken } from '../../adapters/node/secrets.js';
import { changeFeed as makeChangeFeed } from '../../application/console/changes/change-feed.js';
import { sharedReads } from '../../application/console/changes/shared-reads.js';
import type { ConsoleServices } from '../../application/console/console-services.js';
import type { Content } from '../../application/console/endpoints/endpoint.js';
import { providerPath } from '../../application/console/endpoints/provider-sign-in.js';
import { studioRecords } from '../../application/console/find/studio-records.js';
import { apiTokenCheck } from '../../application/console/sign-in/api-token-check.js';
import { providerSignIns, type ProviderSettings } from '../../application/console/sign-in/provider-sign-in.js';
import { sessions as makeSessions } from '../../application/console/sign-in/sessions.js';
import { signIns as makeSignIns } from '../../application/console/sign-in/sign-in.js';
import { relayedCalls } from '../../application/console/sync/call-forwarding.js';
import { configurationPublisher } from '../../application/console/sync/configuration-publisher.js';
import { relayedStates } from '../../application/console/sync/live-states.js';
import { noPushDelays, pushDelays } from '../../application/console/sync/push-delays.js';
import { refusedServices } from '../../application/console/sync/refused-services.js';
import { serviceConnections } from '../../application/console/sync/service-connections.js';
import { serviceHeartbeats } from '../../application/console/sync/service-heartbeats.js';
import { studioAsks } from '../../application/console/sync/studio-asks.js';
import { watchRelay } from '../../application/console/sync/watch-relay.js';
import { catalogue } from '../../application/operations/catalogue.js';
import { version } from '../machine/version.js';

const jsonContent = (value: unknown): Content => ({
  text: Buffer.from(JSON.stringify(value)),
  contentType: 'application/json; charset=utf-8',
});

/** What all consoles have. */
const common = {
  ...{ hashToken, hashSecret, hashesEqual },
  actions: catalogue
    .filter(({ access }) => access === 'control')
    .map(({ name, feature }) => ({ name, features: feature === null ? [] : [feature] })),
};

/** What consoles have each of their own. */
type Own = Omit<ConsoleServices, keyof typeof common | 'connections' | 'refusedServices' | 'records'>;

/** Completes the ports and services of a console. Default: no service is connected yet. */
export const consoleServices = (own: Own, connections = serviceConnections()): ConsoleServices => {
  const records = studioRecords(own.store, own.clock);
  return { ...common, ...own, connections, refusedServices: refusedServices(), records };
};

/** The settings of a console's server. */
export interface ConsoleServerDeps extends ConsoleServerOptions {
  readonly ports: ConsoleServices;
  /** Where operators without a password sign in. */
  readonly provider?: ProviderSettings | undefined;
  /** Within how many seconds the streams to services end when the server closes. Default: at once. */
  readonly drainSeconds?: number;
}

/** From one stream that ends to the next, in milliseconds, if there is time: the consoles need 3 ms of CPU for each. */
const drainPaceMs = 10;

/** How often streams end, in milliseconds. */
const drainEveryMs = 20;

type ConnectedServices = Pick<ConsoleServices['connections'], 'connected' | 'close'>;

/**
 * Ends the streams to services little by little, within `seconds`, so that the consoles to which the services go next have
 * time for each. The first ends at once, and after the last there is no wait.
 */
const drain = async ({ connected, close }: ConnectedServices, seconds: number): Promise<void> => {
  const studios = connected();
  const perMs = Math.max(1 / drainPaceMs, studios.length / Math.max(1, seconds * 1_000));
  const began = performance.now();
  for (let ended = 0; ended < studios.length;) {
    if (ended > 0) await delay(drainEveryMs);
    const until = 1 + Math.floor((performance.now() - began) * perMs);
    studios.slice(ended, until).forEach(close);
    ended = until;
  }
};

/** Composes a console's server, which doesn't listen yet. `close` first ends the streams to services and operators. */
export const composeConsoleServer = ({ ports, provider, metrics, ...options }: ConsoleServerDeps): ConsoleServer => {
  const { store, clock, secrets, connections } = ports;
  const { messages } = store;
  const sessions = makeSessions(ports);
  const signIns = makeSignIns(ports, sessions);
  const apiTokens = apiTokenCheck(ports);
  const offeredProvider = provider ? { name: provider.provider.name, url: provider.publicUrl + providerPath } : null;
  const changeFeed = makeChangeFeed(ports);
  const watching = { messages, clock, secrets, id: secrets.id() };
  const calls = watchRelay(watching, relayedCalls);
  const state = watchRelay(watching, relayedStates);
  const asks = studioAsks(watching);
  const share = sharedReads<boolean>();
  const isKnown = (id: string) => share(id, async () => (await store.syncStatuses([id])).length > 0);
  const publisher = configurationPublisher(ports);
  const heartbeats = serviceHeartbeats({ messages, clock, store });
  const delays = metrics === undefined ? noPushDelays : pushDelays({ ...ports, metrics: metrics.recorder });
  // Made for the first request, because few processes are asked for it.
  let made: Content | undefined;
  const document = () => (made ??= jsonContent(consoleDocument(version)));
  const services = {
    ...{ ...ports, sessions, signIns, offeredProvider, changeFeed, isKnown, publisher, heartbeats, asks, document },
    checkApiToken: apiTokens.check,
    relays: { calls, state },
    pushDelays: delays,
    ...(provider && { providerSignIns: providerSignIns(provider, ports, sessions) }),
  };
  const server = createConsoleServer(services, { ...options, ...(metrics && { metrics }) });
  return {
    ...server,
    close: async (graceMs) => {
      server.stopAccepting();
      await drain(connections, options.drainSeconds ?? 0);
      connections.closeAll();
      for (const each of [changeFeed, calls, state, asks]) each.endAll();
      await server.close(graceMs);
      signIns.flush();
      apiTokens.flush();
    },
  };
};
