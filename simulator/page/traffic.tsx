// The traffic of the studio: the calls that the service answered, and the commands that the devices received.
import { useState, type ReactElement } from 'react';
import { Badge } from '../../adapters/web/console/ui/badge.js';
import { Empty } from '../../adapters/web/console/ui/card.js';
import { reasonOf } from '../../adapters/web/console/activity/steps.js';
import type { Tone } from '../../adapters/web/console/ui/tone.js';
import { Choice, type ChoiceOption } from './choice.js';
import { commandText } from './labels.js';
import type { Command, ShownStudio } from './shown-studio.js';

type Call = ShownStudio['calls'][number];

/** A line of the list. */
interface Line {
  readonly key: string;
  readonly time: string;
  readonly from: string;
  readonly text: string;
  readonly result: string;
  readonly tone: Tone;
  /** Why a call was admitted or refused; null for commands. */
  readonly reason: string | null;
  /** The lines of the commands that a call sent. */
  readonly commands: readonly Line[];
}

const outcomeTones: Readonly<Record<Command['outcome'], Tone>> = {
  sent: 'calm',
  queued: 'warn',
  executed: 'good',
  refused: 'bad',
  dropped: 'bad',
};

/** Returns the device of a command, and who sent it if no call did. */
const senderOf = ({ device, source }: Command): string => {
  if (source?.action !== null || source.caller === null) return device;
  return `${device} by ${source.caller}${source.startedBy === null ? '' : `, started by ${source.startedBy}`}`;
};

const commandLine = (command: Command): Line => {
  const { number, time, outcome, fault } = command;
  const isAffected = fault !== null && fault !== outcome;
  return {
    key: `command ${String(number)}`,
    time,
    from: senderOf(command),
    text: commandText(command),
    result: isAffected ? `${outcome}, ${fault}` : outcome,
    tone: isAffected && outcome === 'executed' ? 'warn' : outcomeTones[outcome],
    reason: null,
    commands: [],
  };
};

type Entry = Call['call'];

const callText = ({ method, path }: Entry): string => `${method} ${path}`;

const callLine = ({ number, call, decidedBy }: Call, commands: readonly Command[]): Line => ({
  key: `call ${String(number)}`,
  time: call.time,
  from: call.caller ?? 'unknown caller',
  text: callText(call),
  result: call.error === null ? String(call.status) : `${String(call.status)} ${call.error}`,
  tone: call.error === null ? 'good' : 'bad',
  reason: reasonOf({ decidedBy, error: call.error }),
  commands: commands.map(commandLine),
});

/** The values of the filter that are no device. */
const everything = 'all';
const callsOnly = 'calls';

const newestFirst = (lines: readonly Line[]): readonly Line[] =>
  [...lines].sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0)).reverse();

/** Returns lines, newest first. A call has the commands that it sent; a command stands alone until its call is answered. */
const linesOf = ({ calls, commands }: ShownStudio, filter: string): readonly Line[] => {
  if (filter !== everything && filter !== callsOnly)
    return newestFirst(commands.filter(({ device }) => device === filter).map(commandLine));
  const byAction = Map.groupBy(commands, ({ source }) => source?.action ?? '');
  const answered = new Set(calls.map(({ action }) => action));
  const alone = commands.filter(({ source }) => !answered.has(source?.action ?? ''));
  const called = calls.map((call) => callLine(call, byAction.get(call.action ?? '-') ?? []));
  return newestFirst([...(filter === callsOnly ? [] : alone.map(commandLine)), ...called]);
};

const LineRow = ({ time, from, text, result, tone, reason, commands }: Line): ReactElement => (
  <li className="line">
    <time className="hint" dateTime={time}>
      {time.slice(11, 23)}
    </time>
    <span className="line-text">
      <span className="hint">{from}</span> {text}
    </span>
    <Badge tone={tone}>{result}</Badge>
    {reason !== null && <span className="hint line-reason">{reason}</span>}
    {commands.length > 0 && (
      <ul className="line-commands">
        {commands.map((command) => (
          <LineRow {...command} key={command.key} />
        ))}
      </ul>
    )}
  </li>
);

const filtersOf = ({ devices, service }: ShownStudio): readonly ChoiceOption[] => [
  { value: everything, label: 'Everything' },
  ...(service === null ? [] : [{ value: callsOnly, label: 'Calls only' }]),
  ...devices.map(({ id, name }) => ({ value: id, label: `Commands of ${name}` })),
];

/** Renders the list of calls with their answers and the commands that they sent. It scrolls in a box of a fixed height. */
export const Traffic = ({ studio }: { readonly studio: ShownStudio }): ReactElement => {
  const [filter, setFilter] = useState(everything);
  const lines = linesOf(studio, filter);
  return (
    <>
      <Choice label="Show" value={filter} options={filtersOf(studio)} onChange={setFilter} />
      {/* A list that scrolls needs the focus, for people who use the keyboard. */}
      <div className="desk-scroll traffic" role="region" aria-label="Calls and commands" tabIndex={0}>
        {lines.length === 0 && <Empty>No traffic yet.</Empty>}
        <ol>
          {lines.map((line) => (
            <LineRow {...line} key={line.key} />
          ))}
        </ol>
      </div>
    </>
  );
};
