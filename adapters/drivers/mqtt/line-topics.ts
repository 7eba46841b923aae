// The topics of a line that the studio file describes itself, and what their messages say.
import { textAt } from '../shared/json-pointer.js';
import type { AcceptedLine, StateLine } from './settings.js';

/** A message to publish. */
export interface Message {
  readonly topic: string;
  readonly payload: string;
  /** Whether the broker keeps it for those who subscribe later. Only state is kept, never a command. */
  readonly isRetained?: boolean;
}

/** What a message says about a line. */
export type LineReport =
  | { readonly type: 'value'; readonly on: boolean }
  | { readonly type: 'availability'; readonly online: boolean }
  /** The device's own reply to a command; `command` is its number. */
  | { readonly type: 'accepted'; readonly command: number }
  /** `command` is undefined if the device doesn't say which command it refuses. */
  | { readonly type: 'refused'; readonly command: number | undefined; readonly reason: string };

/** How a line is read and switched. */
export interface LineTopics {
  /** The topics to subscribe to. */
  readonly topics: readonly string[];
  /** Whether one of the topics says if the device is connected to the broker. */
  readonly hasAvailability: boolean;
  /** Returns what a message says; undefined if that is nothing. */
  readonly read: (topic: string, payload: string) => LineReport | undefined;
  /** Returns the message that switches the line. Absent if it can only be read. */
  readonly command?: (on: boolean, number: number) => Message;
  /** The message that makes the device report its state. */
  readonly query?: Message;
  /** Who accepts a command: the broker, or the device by a reply of its own. */
  readonly acceptedBy: 'broker' | 'device';
  /** What confirms a command: the device's state, or, for devices without one, its acceptance. */
  readonly confirmedBy: 'state' | 'acceptance';
}

/** Two payloads that stand for true and false. */
interface Choice {
  readonly yes: string;
  readonly no: string;
  /** Where the payload is inside a JSON text. */
  readonly path?: string | undefined;
}

/** Returns which of two texts a payload contains; undefined if neither. */
export const chosen = (payload: string, { yes, no, path }: Choice): boolean | undefined => {
  const given = path === undefined ? payload : textAt(payload, path);
  if (given === yes) return true;
  return given === no ? false : undefined;
};

export const valueReport = (on: boolean | undefined): LineReport | undefined =>
  on === undefined ? undefined : { type: 'value', on };

export const availabilityReport = (online: boolean | undefined): LineReport | undefined =>
  online === undefined ? undefined : { type: 'availability', online };

type Reader = (payload: string) => LineReport | undefined;

/** Returns the parts of a line that listen: each topic with its reader. A topic may have several. */
export const listening = (readers: readonly (readonly [string, Reader])[]): Pick<LineTopics, 'topics' | 'read'> => ({
  topics: [...new Set(readers.map(([topic]) => topic))],
  read: (topic, payload) => {
    for (const [own, read] of readers) {
      const report = own === topic ? read(payload) : undefined;
      if (report !== undefined) return report;
    }
    return undefined;
  },
});

type Availability = NonNullable<StateLine['availability']>;

/** Returns the reader of a topic that says whether the device is connected; none if there is no such topic. */
export const availabilityReader = (availability: Availability | undefined): readonly (readonly [string, Reader])[] => {
  if (availability === undefined) return [];
  const { topic, path, online = 'online', offline = 'offline' } = availability;
  return [[topic, (payload) => availabilityReport(chosen(payload, { yes: online, no: offline, path }))]];
};

const commandOf = ({ topic, on: onPayload = 'ON', off: offPayload = 'OFF' }: AcceptedLine['command']) => ({
  command: (on: boolean): Message => ({ topic, payload: on ? onPayload : offPayload }),
});

/** Returns the topics of a line whose device reports its state. */
export const stateLine = ({ state, command, query, availability }: StateLine): LineTopics => {
  const { topic, path, on = 'ON', off = 'OFF' } = state;
  return {
    ...listening([
      [topic, (payload) => valueReport(chosen(payload, { yes: on, no: off, path }))],
      ...availabilityReader(availability),
    ]),
    hasAvailability: availability !== undefined,
    ...(command && commandOf(command)),
    ...(query && { query: { topic: query.topic, payload: query.payload ?? '' } }),
    acceptedBy: 'broker',
    confirmedBy: 'state',
  };
};

/** Returns the topics of a line whose device reports nothing. */
export const acceptedLine = ({ command, availability }: AcceptedLine): LineTopics => ({
  ...listening(availabilityReader(availability)),
  hasAvailability: availability !== undefined,
  ...commandOf(command),
  acceptedBy: 'broker',
  confirmedBy: 'acceptance',
});
