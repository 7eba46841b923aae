// Section Activity: the calls of a studio as they come, and why each was admitted or refused.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactElement } from 'react';
import { useLocation, useSearch } from 'wouter';
import { locale } from '../../messages/i18n.js';
import type { DeviceOverview, StudioOverview } from '../api/contract.js';
import { useDevices } from '../devices/queries.js';
import type { SectionProps } from '../studio/sections.js';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { SelectField } from '../ui/select-field.js';
import { CallList } from './call-list.js';
import { missingCalls, type CallsShown, type CallLine } from './calls.js';
import { useCalls } from './use-calls.js';

/** The selections beside single devices. */
export const everything = { all: t`All calls`, refused: t`Calls that failed` } as const;

type Device = Pick<DeviceOverview, 'id' | 'name'>;

/** Whether a call is one of a device: by its token, or by the name in the request log. */
const isOf =
  (device: Device) =>
  (line: CallLine): boolean =>
    line.kind === 'gap' ||
    line.call.decidedBy?.device?.id === device.id ||
    (line.call.decidedBy?.device === undefined && line.call.caller === `device:${device.name}`);

const isRefused = (line: CallLine): boolean => line.kind === 'gap' || line.call.error !== null;

/** Returns a predicate for the lines that a selection shows. Each shows the gaps: calls of it may be missing there too. */
export const selectionOf = (chosen: string, devices: readonly Device[]): ((line: CallLine) => boolean) => {
  if (chosen === 'refused') return isRefused;
  const device = devices.find(({ id }) => `device-${id}` === chosen);
  return device === undefined ? () => true : isOf(device);
};

/** Returns what an empty list means. */
const emptyText = ({ connected }: StudioOverview, { isOpen, sends, lines }: CallsShown): string => {
  if (!connected) return t`The studio’s service isn’t connected, so it can’t send its calls.`;
  if (sends === false)
    return t`The studio’s service is of an earlier version, which can’t send its calls. Update it to watch them here.`;
  if (!isOpen || sends === undefined) return t`Connecting to the studio’s service…`;
  return lines.length === 0
    ? t`No calls yet. They appear here as they are answered.`
    : t`No call of this selection yet.`;
};

const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });

/** Returns what was read of the calls before. */
const earlierText = ({ earlier }: CallsShown): string => {
  if (earlier === undefined) return '';
  if (earlier === null) return t`The calls before could not be read.`;
  return earlier === 0
    ? ''
    : plural(earlier, { one: 'The last # call before, then live.', other: 'The last # calls before, then live.' });
};

/** Returns that the service is away, and since when; nothing while it is connected. */
const awayText = ({ connected, disconnectedAt }: StudioOverview): string => {
  if (connected) return '';
  if (disconnectedAt === null) return t`The service is away.`;
  return t`The service is away since ${clock.format(new Date(disconnectedAt))}.`;
};

/** Joins sentences, without the empty ones. */
const joined = (...sentences: readonly string[]): string => sentences.filter((sentence) => sentence !== '').join(' ');

/** Returns how fresh the list is: since when it is live, or until when the service reported what it has. */
const freshness = (studio: StudioOverview, shown: CallsShown, isLive: boolean): string => {
  const { liveSinceMs, receivedAtMs } = shown;
  if (isLive)
    return liveSinceMs === null ? '' : joined(earlierText(shown), t`Live since ${clock.format(liveSinceMs)}.`);
  const reported = receivedAtMs === null ? '' : t`Shown is what it reported until ${clock.format(receivedAtMs)}.`;
  return joined(awayText(studio), reported);
};

const completeText = (isLive: boolean): string => (isLive ? t`Every call since is shown.` : '');

const Status = ({
  studio,
  shown,
  isPaused,
}: {
  readonly studio: StudioOverview;
  readonly shown: CallsShown;
  readonly isPaused: boolean;
}) => {
  const isLive = studio.connected && shown.isOpen && shown.sends === true;
  const missing = missingCalls(shown);
  return (
    <p className="sync-status">
      <Badge tone={isLive && !isPaused ? 'good' : 'calm'} dot>
        {isPaused ? t`Paused` : isLive ? t`Live` : t`Not live`}
      </Badge>{' '}
      <span className={missing.length > 0 ? undefined : 'hint'}>
        {freshness(studio, shown, isLive)} {missing.length === 0 ? completeText(isLive) : missing.join(' ')}
      </span>
    </p>
  );
};

interface SelectionProps {
  readonly chosen: string;
  readonly devices: readonly DeviceOverview[];
}

/** Renders the selection. It is part of the address, so that other pages link to it. */
const Selection = ({ chosen, devices }: SelectionProps): ReactElement => {
  const [path, navigate] = useLocation();
  const options = [
    ...Object.entries(everything).map(([value, label]) => ({ value, label, explanation: '' })),
    ...devices.map(({ id, name }) => ({ value: `device-${id}`, label: name, explanation: '' })),
  ];
  return (
    <SelectField
      label={t`Show`}
      value={options.some(({ value }) => value === chosen) ? chosen : 'all'}
      options={options}
      onChange={(show) => {
        navigate(show === 'all' ? path : `${path}?show=${encodeURIComponent(show)}`, { replace: true });
      }}
    />
  );
};

const Calls = ({ studio }: SectionProps): ReactElement => {
  const { data: devices = [] } = useDevices(studio.id);
  const { shown, clear } = useCalls(studio.id);
  const [paused, setPaused] = useState<CallsShown>();
  const chosen = new URLSearchParams(useSearch()).get('show') ?? 'all';
  const visible = paused ?? shown;
  const togglePause = (): void => {
    setPaused(paused === undefined ? shown : undefined);
  };
  const clearAll = (): void => {
    clear();
    setPaused(undefined);
  };
  return (
    <Card
      title={t`Live activity`}
      explanation={t`The last 100 calls, and further ones as the studio’s service answers them. It sends them only while this page is open; the console stores nothing of them.`}
    >
      <div className="call-controls">
        <Selection chosen={chosen} devices={devices} />
        <Button onPress={togglePause}>{paused === undefined ? t`Pause` : t`Resume`}</Button>
        <Button onPress={clearAll}>
          <Trans>Clear</Trans>
        </Button>
      </div>
      <Status studio={studio} shown={visible} isPaused={paused !== undefined} />
      <CallList
        studioId={studio.id}
        lines={visible.lines.filter(selectionOf(chosen, devices))}
        empty={emptyText(studio, visible)}
      />
    </Card>
  );
};

/** Renders the section. Another studio's calls begin with an empty list. */
export const ActivitySection = ({ studio }: SectionProps): ReactElement => <Calls key={studio.id} studio={studio} />;
