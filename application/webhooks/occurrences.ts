// What happens in the studio that webhooks are sent (WEBHOOK-2).
import type { AsRunEntry } from '../../domain/as-run.js';
import type { Feature } from '../../domain/feature.js';
import { featureOf } from '../../domain/studio/alarm-kinds.js';
import type { AutomationDefinition } from '../../domain/studio/automation.js';
import type { WebhookEvent } from '../../domain/studio/webhook.js';
import type { Alarm } from '../alarms/alarm.js';
import type { Alarms } from '../alarms/alarms.js';
import type { Watch } from '../ports/watch.js';
import type { Automations } from '../sequences/automations.js';
import type { StudioState } from '../state/studio-state.js';
import type { Occurrence } from './messages.js';

export interface OccurrencesDeps {
  readonly alarms: Pick<Alarms, 'open' | 'watch'>;
  readonly studio: Pick<StudioState, 'layout' | 'watch'>;
  readonly automations: Pick<Automations, 'state' | 'watch'>;
  readonly endedCommands: Watch<AsRunEntry>;
}

/** Something that happened, and the features that it is about. */
export type Report = <Type extends WebhookEvent>(occurrence: Occurrence<Type>, features: readonly Feature[]) => void;

/** Reports the alarms that are open, and every one that is raised or cleared. Another message of an open one is no event. */
const watchAlarms = ({ alarms }: OccurrencesDeps, report: Report): (() => void) => {
  const open = new Set<string>();
  const follow = (alarm: Alarm): void => {
    const { id, kind, subject, clearedAt } = alarm;
    if (clearedAt === null && open.has(id)) return;
    if (clearedAt === null) open.add(id);
    else open.delete(id);
    const type = clearedAt === null ? 'alarm.raised' : 'alarm.cleared';
    report({ type, subject: `alarm:${kind}:${subject}`, data: alarm }, ['system', featureOf(kind)]);
  };
  for (const alarm of [...alarms.open()].reverse()) follow(alarm);
  return alarms.watch(follow);
};

const watchStatus = ({ studio }: OccurrencesDeps, report: Report): (() => void) =>
  studio.watch(({ before, now: { status } }) => {
    if (before.status === status) return;
    const type = status === 'on_air' ? 'studio.on_air' : 'studio.off_air';
    report({ type, subject: 'studio', data: { name: studio.layout.name, status } }, ['studio']);
  });

/** The features of the records that commands go to, by the beginnings of operations. */
const featuresOfOperations: Readonly<Record<string, Feature>> = {
  clip: 'outputs',
  output: 'outputs',
  graphic: 'outputs',
  signal: 'signals',
  camera: 'cameras',
};

/** The features of what sends commands by itself, by the beginnings of callers. */
const featuresOfCallers: Readonly<Record<string, Feature>> = { macro: 'macros', automation: 'automations' };

/** Everything that an entry shows must be readable: also who has sent the command, as the request log shows it, and for which station. */
const reportCommand = (entry: AsRunEntry, report: Report): void => {
  const { operation, parameters, caller, station } = entry;
  const [kind = ''] = operation.split('.');
  const feature = featuresOfOperations[kind] ?? 'system';
  const record = parameters['output'] ?? parameters['signal'] ?? parameters['camera'] ?? '';
  const ofCaller = featuresOfCallers[caller?.split(':', 1)[0] ?? ''];
  report({ type: 'as_run.entry', subject: `${feature}:${String(record)}`, data: entry }, [
    'system',
    feature,
    ...(ofCaller === undefined ? [] : [ofCaller]),
    ...(station === null ? [] : (['station'] as const)),
  ]);
};

/** Reports each run that fails from now on. */
const watchAutomations = ({ automations, studio }: OccurrencesDeps, report: Report): (() => void) => {
  const endOf = (automation: AutomationDefinition) => automations.state(automation).lastRun?.endedAt;
  const ended = new Map(studio.layout.automations.map((automation) => [automation.id, endOf(automation)]));
  return automations.watch((changed) => {
    const automation = studio.layout.automations.find(({ id }) => id === changed);
    if (automation === undefined) return;
    const { lastRun } = automations.state(automation);
    const isNew = lastRun !== null && lastRun.endedAt !== ended.get(changed);
    ended.set(changed, lastRun?.endedAt);
    if (!isNew || lastRun.outcome !== 'failed') return;
    const { id, name, station } = automation;
    const data = { id, name, station, lastRun };
    report({ type: 'automation.failed', subject: `automation:${id}`, data }, ['automations']);
  });
};

/** Reports that the service has started, and what happens until the returned function is called. */
export const watchOccurrences = (deps: OccurrencesDeps, report: Report): (() => void) => {
  report({ type: 'service.started', subject: 'service', data: {} }, ['system']);
  const ends = [
    watchAlarms(deps, report),
    watchStatus(deps, report),
    deps.endedCommands((entry) => {
      reportCommand(entry, report);
    }),
    watchAutomations(deps, report),
  ];
  return () => {
    for (const end of ends) end();
  };
};
