// The traffic of the studio: the calls that the service answered, and the commands that the devices received.
import { useState, type ReactElement } from 'react';
import { Badge } from '../../adapters/web/console/ui/badge.js';
import { Card, Empty } from '../../adapters/web/console/ui/card.js';
import type { Tone } from '../../adapters/web/console/ui/tone.js';
import { commandText } from './labels.js';
import type { Command, ShownStudio } from './shown-studio.js';

type Call = ShownStudio['calls'][number];

/** A line of the list. `source` is a device; null for a call. */
interface Line {
  readonly key: string;
  readonly time: string;
  readonly source: string | null;
  readonly from: string;
  readonly text: string;
  readonly result: string;
  readonly tone: Tone;
}

const outcomeTones: Readonly<Record<Command['outcome'], Tone>> = {
  sent: 'calm',
  queued: 'warn',
  executed: 'good',
  refused: 'bad',
  dropped: 'bad',
};

const commandLine = (command: Command): Line => {
  const { number, time, device, outcome, fault } = command;
  const isAffected = fault !== null && fault !== outcome;
  return {
    key: `command ${String(number)}`,
    time,
    source: device,
    from: device,
    text: commandText(command),
    result: isAffected ? `${outcome}, ${fault}` : outcome,
    tone: isAffected && outcome === 'executed' ? 'warn' : outcomeTones[outcome],
  };
};

const callLine = ({ number, call: { time, caller, method, path, status, error } }: Call): Line => ({
  key: `call ${String(number)}`,
  time,
  source: null,
  from: caller ?? 'unknown caller',
  text: `${method} ${path}`,
  result: error === null ? String(status) : `${String(status)} ${error}`,
  tone: error === null ? 'good' : 'bad',
});

/** Returns all lines, newest first. A call follows its commands: it is logged once it is answered. */
const linesOf = ({ calls, commands }: ShownStudio): readonly Line[] =>
  [...commands.map(commandLine), ...calls.map(callLine)]
    .sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0))
    .reverse();

/** The values of the filter that are no device. */
const everything = 'all';
const callsOnly = 'calls';

const isShown = ({ source }: Line, filter: string): boolean =>
  filter === everything || (filter === callsOnly ? source === null : source === filter);

const LineRow = ({ time, from, text, result, tone }: Line): ReactElement => (
  <li className="line">
    <time className="hint" dateTime={time}>
      {time.slice(11, 23)}
    </time>
    <span className="line-text">
      <span className="hint">{from}</span> {text}
    </span>
    <Badge tone={tone}>{result}</Badge>
  </li>
);

interface FilterProps {
  readonly studio: ShownStudio;
  readonly filter: string;
  readonly onChange: (filter: string) => void;
}

const Filter = ({ studio: { devices, service }, filter, onChange }: FilterProps): ReactElement => (
  <label className="target">
    <span>Show</span>
    <select
      className="input"
      value={filter}
      onChange={({ target }) => {
        onChange(target.value);
      }}
    >
      <option value={everything}>Everything</option>
      {service && <option value={callsOnly}>Calls only</option>}
      {devices.map(({ id, name }) => (
        <option key={id} value={id}>
          Commands of {name}
        </option>
      ))}
    </select>
  </label>
);

/** Renders the list. It scrolls in a box of a fixed height, so that new lines move nothing else. */
export const Traffic = ({ studio }: { readonly studio: ShownStudio }): ReactElement => {
  const [filter, setFilter] = useState(everything);
  const lines = linesOf(studio).filter((line) => isShown(line, filter));
  return (
    <Card
      title="Traffic"
      explanation="Calls with their answers, and the commands that devices received; newest first."
      actions={<Filter studio={studio} filter={filter} onChange={setFilter} />}
    >
      {/* A list that scrolls needs the focus, for people who use the keyboard. */}
      <div className="traffic" role="region" aria-label="Calls and commands" tabIndex={0}>
        {lines.length === 0 && <Empty>No traffic yet.</Empty>}
        <ol>
          {lines.map((line) => (
            <LineRow {...line} key={line.key} />
          ))}
        </ol>
      </div>
    </Card>
  );
};
