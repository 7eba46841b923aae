// Composes the webhooks of the service.
import { SystemClock } from '../../adapters/node/clock.js';
import { sendWebhook } from '../../adapters/webhooks/send-webhook.js';
import type { Alarms } from '../../application/alarms/alarms.js';
import { fileAlarm } from '../../application/alarms/file-alarms.js';
import type { CurrentAccess } from '../../application/ports/current-access.js';
import { webhooks, type Webhooks, type WebhooksDeps } from '../../application/webhooks/webhooks.js';
import { version } from '../machine/version.js';
import { readSecretFile } from '../settings/secret-files.js';
import type { Installation } from './installation.js';
import type { ServiceAddresses } from './service-addresses.js';

/** What webhooks use of the service. */
export interface ServiceWebhooksDeps extends Pick<Installation, 'stores' | 'clock' | 'secrets' | 'log'> {
  readonly alarms: Alarms;
  readonly access: CurrentAccess;
  readonly watchEnded: WebhooksDeps['endedCommands'];
  readonly ports: Pick<WebhooksDeps, 'studio' | 'automations'>;
  readonly addresses: Pick<ServiceAddresses, 'isOwn'>;
}

/** Returns the webhooks, which send nothing before they are started. */
export const serviceWebhooks = async (deps: ServiceWebhooksDeps): Promise<Webhooks> => {
  const { stores, alarms, ports, addresses } = deps;
  const machine = new SystemClock();
  // Receivers compare the time of an attempt with their own clock.
  const send = sendWebhook({
    readSecret: readSecretFile,
    now: () => machine.now(),
    userAgent: `studio-control/${version}`,
    isOwn: addresses.isOwn,
  });
  const own = { machine, send, random: Math.random, file: stores.webhooks, alarm: fileAlarm(alarms, 'webhooks') };
  return webhooks({ ...deps, ...ports, ...own, endedCommands: deps.watchEnded }, await stores.webhooks.load());
};
