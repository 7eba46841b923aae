// Devices that are attached to connections: each is driven by its connection, and follows the layout.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { unconnectedDrivers } from '../../adapters/unconnected/devices.js';
import { attachedDevices, type AttachedDevices } from '../../application/connections/attached-devices.js';
import { connectionDriver } from '../../application/connections/connection-driver.js';
import { connectionIssues } from '../../application/connections/connection-issues.js';
import { acknowledgedAtOnce } from '../../application/ports/commands.js';
import { currentLayout, type CurrentLayout } from '../../application/state/current-layout.js';
import { integer, text } from '../../domain/codec/codec.js';
import { formatIssues } from '../../domain/codec/issues.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { manualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { silent } from '../../features/support/silent-log.js';

/** What happened with the connections, in order. */
let events: string[] = [];
let notify: (record: string) => void = () => undefined;

const relay = connectionDriver({
  settings: t.type({ host: text(1, 99) }),
  line: t.type({ coil: integer(0, 9) }),
  open: ({ host }, attachments, { id, changed }) => {
    let { lines } = attachments;
    notify = changed;
    events.push(`open ${id} at ${host}: ${[...lines.keys()].join(' ')}`);
    return {
      lines: {
        switch: (signal, on) => {
          events.push(`coil ${String(lines.get(signal)?.coil)} ${String(on)}`);
          return acknowledgedAtOnce;
        },
        value: (signal) => lines.get(signal)?.coil === 0,
        connected: () => true,
      },
      follow: (followed) => {
        ({ lines } = followed);
        events.push(`follow ${id}: ${[...lines.keys()].join(' ')}`);
      },
      close: () => events.push(`close ${id}`),
    };
  },
});
const table = { relay };

const withLines = (lines: readonly (object | undefined)[], host = 'a'): StudioLayout => ({
  ...demoStudio,
  connections: [{ id: 'io', protocol: 'relay', host }],
  signals: demoStudio.signals.map((signal, at) => {
    const line = lines[at];
    return line === undefined ? signal : { ...signal, line: { connection: 'io', ...line } };
  }),
});

describe('attached devices', () => {
  let current: CurrentLayout;
  let devices: AttachedDevices;

  beforeEach(() => {
    events = [];
    current = currentLayout(withLines([{ coil: 0 }, { coil: 1 }]));
    devices = attachedDevices(current, unconnectedDrivers(current), {
      table,
      clock: manualClock(),
      log: silent,
      readSecret: () => Promise.reject(new Error('no secret')),
    });
  });

  it('are driven by their connection, and others as before', () => {
    const { signalLines } = devices.drivers;
    expect(E.isRight(signalLines.switch('sig-2', true))).toBe(true);
    expect(E.isLeft(signalLines.switch('sig-3', true))).toBe(true);
    expect(events).toEqual(['open io at a: sig-1 sig-2', 'coil 1 true']);
    const ids = ['sig-1', 'sig-2', 'sig-3'];
    expect(ids.map(signalLines.hasDriver)).toEqual([true, true, false]);
    expect(ids.map(signalLines.connected)).toEqual([true, true, false]);
    expect(ids.map(signalLines.value)).toEqual([true, false, null]);
  });

  it('report changes to the watchers of their kind', () => {
    const seen: string[] = [];
    devices.drivers.signalLines.watch((id) => seen.push(`signal ${id}`));
    devices.drivers.cameras.watch((id) => seen.push(`camera ${id}`));
    notify('sig-1');
    notify('sig-4');
    expect(seen).toEqual(['signal sig-1']);
  });

  it('keep their connection while only what is attached changes', () => {
    current.replace(withLines([undefined, { coil: 5 }]));
    devices.drivers.signalLines.switch('sig-2', false);
    expect(events.slice(1)).toEqual(['follow io: sig-2', 'coil 5 false']);
    expect(devices.drivers.signalLines.hasDriver('sig-1')).toBe(false);
  });

  it('get another connection when its settings change', () => {
    current.replace(withLines([{ coil: 0 }], 'b'));
    expect(events.slice(1)).toEqual(['close io', 'open io at b: sig-1']);
  });

  it('are closed with their studio, and follow no layout afterwards', () => {
    devices.close();
    current.replace(withLines([], 'c'));
    expect(events.slice(1)).toEqual(['close io']);
  });
});

describe('the settings of a connection', () => {
  const issuesOf = (changes: object): string =>
    formatIssues(connectionIssues(table, { ...withLines([{ coil: 0 }]), ...changes }));

  it('are those of its driver', () => {
    expect(issuesOf({})).toBe('');
  });

  it.each([
    [
      [{ id: 'io', protocol: 'rely', host: 'a' }],
      'connections[0].protocol: expected one of relay, got "rely"; did you mean relay?',
    ],
    [[{ id: 'io', protocol: 'modem', host: 'a' }], 'connections[0].protocol: expected one of relay, got "modem"'],
    [
      [{ id: 'io', protocol: 'relay' }],
      'connections[0].host: expected a text of 1 to 99 characters without control or invisible characters',
    ],
    [
      [{ id: 'io', protocol: 'relay', host: 'a', hots: 'secret' }],
      'connections[0].hots: expected no such field, but one of host; did you mean host?',
    ],
    ...['constructor', 'toString', '__proto__'].map((protocol): [object[], string] => [
      [{ id: 'io', protocol, host: 'a' }],
      `connections[0].protocol: expected one of relay, got "${protocol}"`,
    ]),
    [['nonsense'], ''],
  ])('have issues with their paths: %j', (connections, message) => {
    expect(issuesOf({ connections })).toBe(message);
  });

  it.each([
    [{ coil: 10 }, 'signals[0].line.coil: expected a whole number from 0 to 9'],
    [{ coil: 1, pulse: 1 }, 'signals[0].line.pulse: expected no such field, but one of coil'],
  ])('are checked for what is attached: %j', (line, message) => {
    expect(issuesOf({ signals: [{ line: { connection: 'io', ...line } }] })).toBe(message);
  });

  it('serve only the kinds that the driver serves', () => {
    expect(issuesOf({ cameras: [{ head: { connection: 'io' } }] })).toBe(
      'cameras[0].head.connection: expected a connection whose protocol is one of ',
    );
  });
});
