// The list of what was sent to the devices of a studio.
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { locale } from '../../messages/i18n.js';
import type { AsRunItem } from '../api/contract.js';
import { Badge } from '../ui/badge.js';
import { useNow } from '../ui/time.js';
import { commandText, outcomeText, senderText, type AsRunCommand, type NameOf } from './words.js';

interface EntryListProps {
  readonly entries: readonly AsRunItem[];
  readonly nameOf: NameOf;
  readonly format: Intl.DateTimeFormat;
}

interface CommandProps extends Omit<EntryListProps, 'entries'> {
  readonly command: AsRunCommand;
}

const Time = ({ time, format }: { readonly time: string; readonly format: Intl.DateTimeFormat }): ReactElement => (
  <time className="hint" dateTime={time} title={time}>
    {format.format(new Date(time))}
  </time>
);

const Outcome = ({ command }: Pick<CommandProps, 'command'>): ReactElement => {
  const [text, tone] = outcomeText(command, useNow());
  return (
    <span className="as-run-outcome">
      <Badge tone={tone}>{text}</Badge>
      <span className="hint">
        {command.error ?? (command.durationMs === null ? '' : `${command.durationMs.toLocaleString(locale)} ms`)}
      </span>
    </span>
  );
};

const Command = ({ command, nameOf, format }: CommandProps): ReactElement => {
  const { what, rest } = commandText(command, nameOf);
  const { caller, startedBy, sentAt, station } = command;
  return (
    <li className="as-run-entry">
      <Time time={sentAt} format={format} />
      <span>
        <strong>{senderText(caller, nameOf)}</strong>
        {startedBy !== null && (
          <span className="hint as-run-rest">
            <Trans>Started by: {senderText(startedBy, nameOf)}</Trans>
          </span>
        )}
      </span>
      <span>
        {what}
        <span className="hint as-run-rest">
          {[rest, station === null ? '' : t`station ${station}`].filter((part) => part !== '').join(', ')}
        </span>
      </span>
      <Outcome command={command} />
    </li>
  );
};

/** Renders the entries. */
export const EntryList = ({ entries, ...props }: EntryListProps): ReactElement => (
  <ol className="as-run-list">
    {entries.map((entry) =>
      'type' in entry ? (
        <li key={`lost ${entry.time}`} className="as-run-entry">
          <Time time={entry.time} format={props.format} />
          <span className="as-run-lost">
            <Plural
              value={entry.count}
              one="# line of the log could not be stored: the disk was full or hung."
              other="# lines of the log could not be stored: the disk was full or hung."
            />
          </span>
        </li>
      ) : (
        <Command key={entry.id} command={entry} {...props} />
      ),
    )}
  </ol>
);
