// The macros with their steps, and the automations with their next runs.
import type { ReactElement } from 'react';
import { Badge } from '../../adapters/web/console/ui/badge.js';
import { Empty } from '../../adapters/web/console/ui/card.js';
import type { Tone } from '../../adapters/web/console/ui/tone.js';
import type { FiredTrigger } from '../../application/sequences/fired-triggers.js';
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
  <>
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
  </>
);

const automationTones: Readonly<Record<Automation['state'], Tone>> = {
  stopped: 'calm',
  running: 'good',
  paused: 'warn',
  failed: 'bad',
};

const nextText = ({ nextRunAt }: Automation): string =>
  nextRunAt === null ? 'no next run' : `next run at ${nextRunAt.slice(11, 19)} UTC`;

const outcomeTones: Readonly<Record<FiredTrigger['outcome'], Tone>> = {
  runs: 'good',
  restarts: 'good',
  waits: 'calm',
  missed: 'warn',
  unmet: 'calm',
  looping: 'bad',
};

/** How many of the triggers that fired last are shown. */
const shownTriggers = 8;

/** Renders the triggers that fired last, newest first, and why one led to nothing. */
const Triggers = ({ triggers }: { readonly triggers: readonly FiredTrigger[] }): ReactElement => (
  <ul className="facts" aria-label="Triggers">
    {triggers
      .toReversed()
      .slice(0, shownTriggers)
      .map(({ at, automation, event, outcome, condition }, index) => (
        <li key={`${at} ${String(triggers.length - index)}`}>
          <span className="fact-name">
            <strong>{event ?? 'time'}</strong> <code>{automation}</code>
          </span>
          <span>
            <Badge tone={outcomeTones[outcome]}>{outcome}</Badge> at {at.slice(11, 19)} UTC
          </span>
          <span className="hint fact-note">{condition === null ? '' : `not so: ${condition}`}</span>
        </li>
      ))}
  </ul>
);

/** Renders the automations of the station that holds the studio, and the triggers of all. */
export const Automations = ({
  automations,
  triggers,
}: {
  readonly automations: readonly Automation[];
  readonly triggers: readonly FiredTrigger[];
}): ReactElement => (
  <>
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
    {triggers.length > 0 && (
      <>
        <p className="hint">Triggers, newest first</p>
        <Triggers triggers={triggers} />
      </>
    )}
  </>
);
