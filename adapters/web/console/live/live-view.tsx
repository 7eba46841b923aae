// Renders a current state: whether the studio is on air, its outputs, what runs, its cameras and its signals.
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import type { LiveEntryItem, StudioOverview } from '../api/contract.js';
import { Badge } from '../ui/badge.js';
import { DescriptionItem } from '../ui/description-item.js';
import { entriesOf, type ReceivedState } from './live.js';
import { Outputs } from './outputs.js';
import { TallyBadge } from './tally-badge.js';

type Group = ReceivedState['state']['unreadable'][number];
type Entry<Kind extends LiveEntryItem['kind']> = Extract<LiveEntryItem, { readonly kind: Kind }>;

const alarmsText = ({ service }: StudioOverview): string => {
  if (service === null) return t`Not reported`;
  const count = service.alarms.length + service.furtherAlarms;
  return count === 0 ? t({ message: 'None', context: 'alarms' }) : plural(count, { one: '# open', other: '# open' });
};

const Summary = ({ received: { state }, studio }: LiveViewProps): ReactElement => (
  <dl className="live-summary">
    <DescriptionItem name={t`Status`}>
      {state.status === null ? (
        <Badge tone="calm">
          <Trans>Unknown</Trans>
        </Badge>
      ) : (
        <Badge tone={state.status === 'on_air' ? 'bad' : 'calm'} dot={state.status === 'on_air'}>
          {state.status === 'on_air' ? t`On air` : t`Off air`}
        </Badge>
      )}
    </DescriptionItem>
    <DescriptionItem name={t`Held by`}>{state.holder ?? t`No station`}</DescriptionItem>
    <DescriptionItem name={t`Alarms`}>{alarmsText(studio)}</DescriptionItem>
  </dl>
);

const groupNames: Readonly<Record<Group, string>> = {
  outputs: t`Outputs`,
  macros: t`Macros`,
  automations: t`Automations`,
  cameras: t`Cameras`,
  signals: t`Signals`,
};

const unreadable: Readonly<Record<Group, string>> = {
  outputs: t`Reading outputs is switched off in Features.`,
  macros: t`Reading macros is switched off in Features.`,
  automations: t`Reading automations is switched off in Features.`,
  cameras: t`Reading cameras is switched off in Features.`,
  signals: t`Reading signals is switched off in Features.`,
};

/** Renders a group; nothing if the studio has none of it. */
const Part = ({
  group,
  state,
  count,
  children,
}: {
  readonly group: Group;
  readonly state: ReceivedState['state'];
  readonly count: number;
  readonly children: ReactNode;
}): ReactElement | null => {
  const isReadable = !state.unreadable.includes(group);
  if (isReadable && count === 0) return null;
  return (
    <section className="live-part" aria-label={groupNames[group]}>
      <h3>{groupNames[group]}</h3>
      {isReadable ? children : <p className="hint">{unreadable[group]}</p>}
    </section>
  );
};

const Signal = ({ signal: { name, connected, value } }: { readonly signal: Entry<'signal'> }): ReactElement => (
  <li>
    <span className={`signal-lamp ${value === true ? 'on' : ''}`} aria-hidden /> {name}{' '}
    <span className="hint">{!connected ? t`not connected` : value === null ? t`unknown` : value ? t`on` : t`off`}</span>
  </li>
);

const Camera = ({ camera: { name, connected, tally } }: { readonly camera: Entry<'camera'> }): ReactElement => (
  <li className="live-item">
    {connected ? (
      <TallyBadge tally={tally} />
    ) : (
      <Badge tone="bad">
        <Trans>Not connected</Trans>
      </Badge>
    )}
    <span>{name}</span>
  </li>
);

const Macro = ({ macro: { name, step, steps } }: { readonly macro: Entry<'macro'> }): ReactElement => (
  <li className="live-item">
    <Badge tone="good">
      <Trans>Running</Trans>
    </Badge>
    <span>
      {name}{' '}
      <span className="hint">
        <Trans>
          step {step} of {steps}
        </Trans>
      </span>
    </span>
  </li>
);

const automationBadges = {
  running: ['good', t`Running`],
  paused: ['warn', t`Paused`],
  failed: ['bad', t`Failed`],
} as const;

const Automation = ({ automation: { name, state } }: { readonly automation: Entry<'automation'> }): ReactElement => (
  <li className="live-item">
    <Badge tone={automationBadges[state][0]}>{automationBadges[state][1]}</Badge>
    <span>{name}</span>
  </li>
);

interface LiveViewProps {
  readonly received: ReceivedState;
  readonly studio: StudioOverview;
}

/** Renders the state. */
export const LiveView = ({ received, studio }: LiveViewProps): ReactElement => {
  const { state, receivedAtMs } = received;
  const scenes = entriesOf(state, 'scene');
  const list = <Kind extends 'macro' | 'automation' | 'camera' | 'signal'>(
    group: Group,
    kind: Kind,
    render: (entry: Entry<Kind>) => ReactElement,
  ): ReactElement => {
    const entries = entriesOf(state, kind);
    return (
      <Part group={group} state={state} count={entries.length}>
        <ul className="live-list">{entries.map(render)}</ul>
      </Part>
    );
  };
  return (
    <>
      <Summary received={received} studio={studio} />
      <Part group="outputs" state={state} count={scenes.length}>
        <Outputs scenes={scenes} receivedAtMs={receivedAtMs} />
      </Part>
      {list('macros', 'macro', (macro) => (
        <Macro key={macro.name} macro={macro} />
      ))}
      {list('automations', 'automation', (automation) => (
        <Automation key={automation.name} automation={automation} />
      ))}
      {list('cameras', 'camera', (camera) => (
        <Camera key={camera.name} camera={camera} />
      ))}
      {list('signals', 'signal', (signal) => (
        <Signal key={signal.name} signal={signal} />
      ))}
      {state.notShown > 0 && (
        <p className="hint">
          <Plural value={state.notShown} one="# more record is not shown." other="# more records are not shown." />
        </p>
      )}
    </>
  );
};
