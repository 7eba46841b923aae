// The MQTT driver under test, connected to a broker of bytes.
import { setImmediate as turn } from 'node:timers/promises';
import { manualClock } from '../../../../simulator/clock.js';
import { memoryLog } from '../../../application/console/readable-log.js';
import { eventually } from '../../../support/eventually.js';
import { layoutWith, openDrivers, type BenchOptions, type OpenedDrivers } from '../bench.js';
import { rawBroker, type RawBroker, type ReceivedPacket } from './raw-broker.js';

/** The settings of lines by the ids of their signals. */
export type Lines = NonNullable<BenchOptions['lines']>;

/** What ends with the test. */
export const opened: (() => unknown)[] = [];

/** Closes the drivers and the brokers of a test. */
export const closeBrokers = async (): Promise<void> => {
  for (const close of opened.splice(0).reverse()) await close();
};

/** A broker that admits every client and grants every topic, in MQTT 5. */
export const admitting = ({ first, body }: ReceivedPacket): string | undefined => {
  if (first === 0x10) return '2003000000';
  if (first === 0x82) return `9004${body.subarray(0, 2).toString('hex')}0001`;
  return first === 0xc0 ? 'd000' : undefined;
};

/** A line of one topic. */
export const line = { state: { topic: 'one/state' }, command: { topic: 'one/set' } };

/** The driver, and what a test does with it. */
interface OpenDriver extends Pick<OpenedDrivers, 'clock' | 'close'> {
  readonly signalLines: OpenedDrivers['drivers']['signalLines'];
  /** What was logged. */
  readonly entries: readonly string[];
  readonly pass: (ms: number, stepMs?: number) => Promise<void>;
  /** Advances the clock until then. Real time passes too, because brokers are on a network. */
  readonly until: (isConnected: boolean) => Promise<void>;
  /** Replaces the lines of the studio file. */
  readonly follow: (lines: Lines) => void;
}

/** Opens the driver at a port. */
export const openedTo = (port: number, lines: Lines, settings: object = {}): OpenDriver => {
  const log = memoryLog();
  const clock = manualClock();
  const layoutOf = (attached: Lines) =>
    layoutWith('mqtt', { host: '127.0.0.1', port }, { lines: attached, settings: { ...settings } });
  const { drivers, current, close } = openDrivers(layoutOf(lines), clock, log);
  opened.push(close);
  const pass = async (ms: number, stepMs = 20): Promise<void> => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      await clock.advance(stepMs);
      for (let turns = 0; turns < 4; turns += 1) await turn();
    }
  };
  const { signalLines } = drivers;
  const until = (isConnected: boolean): Promise<void> =>
    eventually(`the line is ${isConnected ? '' : 'not '}connected`, async () => {
      if (signalLines.connected('sig-1') === isConnected) return true;
      await pass(20);
      return false;
    });
  const follow = (followed: Lines): void => {
    current.replace(layoutOf(followed));
  };
  return { signalLines, clock, pass, until, entries: log.lines, follow, close };
};

/** Opens a broker that answers packets, and the driver of lines behind it. */
export const driven = async (
  answer: Parameters<typeof rawBroker>[0],
  lines: Lines = { 'sig-1': line },
  settings: object = {},
): Promise<OpenDriver & { readonly broker: RawBroker }> => {
  const broker = await rawBroker(answer);
  opened.push(broker.close);
  return { broker, ...openedTo(broker.port, lines, settings) };
};

/** Grants topics with these reason codes, in hexadecimal digits. */
export const granting =
  (codes: string) =>
  (packet: ReceivedPacket): string | undefined => {
    if (packet.first !== 0x82) return admitting(packet);
    const id = packet.body.subarray(0, 2).toString('hex');
    return `90${(3 + codes.length / 2).toString(16).padStart(2, '0')}${id}00${codes}`;
  };

const hexOf = (text: string): string => Buffer.from(text).toString('hex');

/** Returns the packets of a type. */
export const packetsOf = ({ received }: RawBroker, type: number): readonly ReceivedPacket[] =>
  received.filter(({ first }) => first >> 4 === type);

/** Returns a message, in hexadecimal digits. */
export const publish = (topic: string, payload: string): string => {
  const content = `${topic.length.toString(16).padStart(4, '0')}${hexOf(topic)}00${hexOf(payload)}`;
  return `30${(content.length / 2).toString(16).padStart(2, '0')}${content}`;
};
