// The macros with their steps, and the automations with their next runs.
import type { ReactElement } from 'react';
import { Badge } from '../../adapters/web/console/ui/badge.js';
import { Card, Empty } from '../../adapters/web/console/ui/card.js';
import type { Tone } from '../../adapters/web/console/ui/tone.js';
import type { Automation } from '../../domain/studio/automation.js';
import type { Macro } from '../../domain/studio/macro.js';
import { FactList } from './fact-list.js';

const macroTone = ({ state }: Macro): Tone => (state === 'running' ? 'good' : 'calm');

const stepText = ({ state, step, steps }: Macro): string =>
  state === 'running' ? `step ${String(step)} of ${String(steps)}` : `${String(steps)} steps`;

const lastText = ({ lastRun }: Pick<Macro, 'lastRun'>): string =>
  lastRun === null ? '' : `last run ${lastRun.outcome}${lastRun.error === null ? '' : `: ${lastRun.error}`}`;

/** Renders the macros. */
export const Macros = ({ macros }: { readonly macros: readonly Macro[] }): ReactElement => (
  <Card title="Macros">
    {macros.length === 0 && <Empty>No macros.</Empty>}
    <FactList
      facts={macros.map((macro) => ({
        id: macro.id,
        name: macro.name,
        value: (
          <>
            <Badge tone={macroTone(macro)}>{macro.state}</Badge> {stepText(macro)}
          </>
        ),
        note: lastText(macro),
      }))}
    />
  </Card>
);

const automationTones: Readonly<Record<Automation['state'], Tone>> = {
  stopped: 'calm',
  running: 'good',
  paused: 'warn',
  failed: 'bad',
};

const nextText = ({ nextRunAt }: Automation): string =>
  nextRunAt === null ? 'no next run' : `next run at ${nextRunAt.slice(11, 19)} UTC`;

/** Renders the automations of the station that holds the studio. */
export const Automations = ({ automations }: { readonly automations: readonly Automation[] }): ReactElement => (
  <Card title="Automations">
    {automations.length === 0 && <Empty>No automations.</Empty>}
    <FactList
      facts={automations.map((automation) => ({
        id: automation.id,
        name: automation.name,
        value: (
          <>
            <Badge tone={automationTones[automation.state]}>{automation.state}</Badge> {nextText(automation)}
          </>
        ),
        note: lastText(automation),
      }))}
    />
  </Card>
);
