// Composes the webhooks of the console.
import { SystemClock } from '../../adapters/node/clock.js';
import { sendSigned } from '../../adapters/webhooks/send-webhook.js';
import type { ConsoleServices } from '../../application/console/console-services.js';
import { ConsoleWebhooks } from '../../application/console/webhooks/console-webhooks.js';
import { sendSealed } from '../../application/console/webhooks/send-sealed.js';
import type { ConsoleMetrics } from '../../application/ports/console-metrics.js';
import type { SendSigned } from '../../application/ports/webhooks.js';
import { version } from '../machine/version.js';

/** Returns what sends messages, and counts them. Receivers compare the time of an attempt with their own clock. */
export const webhookSender = (metrics?: Pick<ConsoleMetrics, 'countWebhookAttempt'>): SendSigned => {
  const machine = new SystemClock();
  const send = sendSigned({
    now: () => machine.now(),
    userAgent: `studio-control/${version}`,
    // The console refuses messages, as they have no credentials.
    isOwn: () => false,
  });
  return async (...sent) => {
    const attempt = await send(...sent);
    metrics?.countWebhookAttempt(attempt.isDelivered);
    return attempt;
  };
};

/** Begins to send; undefined if the console is set to send none. */
export const startWebhooks = (ports: ConsoleServices): ConsoleWebhooks | undefined => {
  const { sendWebhook: send, secondFactors } = ports;
  return send && new ConsoleWebhooks({ ...ports, send: sendSealed(send, secondFactors.box), random: Math.random });
};
