// The webhooks of the demo studio. Tests control their receivers, their file and their clock.
import { hashToken } from '../../../adapters/node/secrets.js';
import { changeNotifier, type ChangeNotifier } from '../../../application/ports/watch.js';
import type { Attempt, OutboxContent, OutboxFile, SendWebhook } from '../../../application/ports/webhooks.js';
import { automations, type Automations } from '../../../application/sequences/automations.js';
import type { DeliveryLimits } from '../../../application/webhooks/delivery-limits.js';
import { webhooks, type Webhooks, type WebhooksDeps } from '../../../application/webhooks/webhooks.js';
import { noFileAlarm } from '../../../application/state/write-behind.js';
import { compileAccessPolicy } from '../../../domain/access/access-policy.js';
import { defaultConfiguration } from '../../../domain/access/configuration.js';
import type { AsRunEntry } from '../../../domain/as-run.js';
import type { Feature } from '../../../domain/feature.js';
import type { WebhookDefinition } from '../../../domain/studio/webhook.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { stepBench, withoutMacros, type StepBench } from '../demo-bench.js';

/** Stores nothing. */
const noFile: OutboxFile = {
  load: () => Promise.resolve({ waiting: [], lost: [] }),
  append: () => Promise.resolve(),
  sync: () => Promise.resolve(),
  replace: () => Promise.resolve(),
  size: () => 0,
  close: () => Promise.resolve(),
};

const compile = compileAccessPolicy({
  hashToken,
  legacySettings: { serverId: 'server', studioId: 'studio', appUsernames: [] },
  trustLoopback: true,
});

/** An entry of the as-run log about a signal. */
export const switched = (signal: string, id = '1'): AsRunEntry => ({
  id,
  day: '2026-01-31',
  sentAt: '2026-01-31T12:00:00.000Z',
  endedAt: '2026-01-31T12:00:00.030Z',
  durationMs: 30,
  outcome: 'confirmed',
  error: null,
  caller: 'loopback',
  startedBy: null,
  operation: 'signal.on',
  station: 'alpha',
  parameters: { signal },
  action: null,
});

export interface WebhooksBenchOptions {
  readonly webhooks: readonly WebhookDefinition[];
  readonly file?: OutboxFile;
  readonly left?: OutboxContent;
  readonly clock?: WebhooksDeps['clock'];
  readonly limits?: DeliveryLimits;
  readonly send?: SendWebhook;
}

/** A message that was sent, as `webhook type subject`. */
const shown = (webhook: string, body: string): string => {
  const { type, data } = JSON.parse(body) as {
    readonly type: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
  return [webhook, type, data['subject'] ?? data['id'] ?? data['status']].join(' ');
};

/** The webhooks, and what they are sent. */
export interface WebhooksBench extends StepBench {
  readonly opened: Webhooks;
  readonly define: (webhooks: readonly WebhookDefinition[]) => void;
  /** What receivers answer, by webhook. */
  readonly answers: Map<string, Attempt>;
  readonly commands: ChangeNotifier<AsRunEntry>;
  /** The features that the host may not read. */
  readonly reads: { off: readonly Feature[] };
  /** The bodies of all attempts. */
  readonly bodies: readonly string[];
  readonly automated: Automations;
  /** Returns what was accepted since the last call. */
  readonly taken: () => readonly string[];
}

/** Returns a bench. Receivers accept everything, unless `answers` has an attempt for their webhook. */
export const webhooksBench = (options: WebhooksBenchOptions): WebhooksBench => {
  const { webhooks: defined, file = noFile, left, limits } = options;
  const steps = stepBench();
  const clock = options.clock ?? steps.clock;
  const sent: string[] = [];
  const bodies: string[] = [];
  const answers = new Map<string, Attempt>();
  const commands = changeNotifier<AsRunEntry>();
  const reads = { off: [] as readonly Feature[] };
  const automated = automations({ ...steps.ports }, withoutMacros, steps.alarms);
  const define = (changed: readonly WebhookDefinition[]): void => {
    steps.layout.replace({ ...steps.layout.layout, webhooks: changed });
  };
  define(defined);
  let ids = 0;
  const opened = webhooks(
    {
      file,
      clock,
      machine: clock,
      alarm: noFileAlarm,
      log: steps.log,
      alarms: steps.alarms,
      studio: steps.ports.studio,
      automations: automated,
      endedCommands: commands.watch,
      random: Math.random,
      secrets: { id: () => `${String(Date.now())}-${String((ids += 1))}` },
      access: {
        current: () => {
          const { features, ...configuration } = defaultConfiguration(demoStudio.id);
          const off = Object.fromEntries(reads.off.map((feature) => [feature, { read: false, control: false }]));
          return compile({ ...configuration, features: { ...features, ...off } }, clock.now());
        },
      },
      send: (webhook, message) => {
        const attempt = answers.get(webhook.id) ?? { isDelivered: true, status: 204 };
        if (attempt.isDelivered) sent.push(shown(webhook.id, message.body));
        bodies.push(message.body);
        return Promise.resolve(attempt);
      },
      ...(options.send && { send: options.send }),
      ...(limits && { limits }),
    },
    left ?? { waiting: [], lost: [] },
  );
  return { ...steps, opened, define, answers, commands, reads, bodies, automated, taken: () => sent.splice(0) };
};
