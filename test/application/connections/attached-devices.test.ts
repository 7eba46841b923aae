// Devices that are attached to connections: each is driven by its connection, and follows the layout.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { unconnectedDrivers } from '../../../adapters/unconnected/devices.js';
import { type AttachedDevices, attachedDevices } from '../../../application/connections/attached-devices.js';
import { connectionDriver } from '../../../application/connections/connection-driver.js';
import { connectionIssues } from '../../../application/connections/connection-issues.js';
import { acknowledgedAtOnce } from '../../../application/ports/commands.js';
import { type CurrentLayout, currentLayout } from '../../../application/state/current-layout.js';
import { integer, text } from '../../../domain/codec/codec.js';
import { formatIssues } from '../../../domain/codec/issues.js';
import type { SettingsIssues, StudioLayout } from '../../../domain/studio/layout.js';
import { silent } from '../../../features/support/silent-log.js';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { commandTo } from '../../support/commands.js';

const formatAll = ({ unknown, others }: SettingsIssues): string => formatIssues([...unknown, ...others]);

describe('devices that are attached to connections', () => {
  /** What happened with the connections, in order. */
  let events: string[] = [];
  let notify: (record: string) => void = () => undefined;

  const relay = connectionDriver({
    grade: 'basic',
    settings: t.type({ host: text(1, 99) }),
    line: t.type({ coil: integer(0, 9) }),
    open: ({ host }, attachments, { id, changed }) => {
      let { lines } = attachments;
      notify = changed;
      events.push(`open ${id} at ${host}: ${[...lines.keys()].join(' ')}`);
      return {
        lines: {
          send: ({ signal, on }) => {
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
      expect(E.isRight(signalLines.send(commandTo.switch('sig-2', true)))).toBe(true);
      expect(E.isLeft(signalLines.send(commandTo.switch('sig-3', true)))).toBe(true);
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
      devices.drivers.signalLines.send(commandTo.switch('sig-2', false));
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

  it('@RELOAD-5 @PAIR-8: a backup comes, takes the place of the main player, and goes, over connections that stay open', () => {
    const seen: string[] = [];
    const player = connectionDriver({
      grade: 'basic',
      settings: t.type({}),
      player: t.type({ channel: t.number }),
      open: (_, { players }, { id }) => {
        const note = (now: typeof players): void =>
          void seen.push(
            `${id}: ${[...now].map(([one, { settings }]) => `${one}=${String(settings.channel)}`).join()}`,
          );
        note(players);
        return {
          follow: (now) => {
            note(now.players);
          },
          close: () => seen.push(`close ${id}`),
        };
      },
    });
    const [a, b] = [
      { connection: 'a', channel: 1 },
      { connection: 'b', channel: 2 },
    ];
    const withPlayers = (changes: object): StudioLayout => ({
      ...demoStudio,
      connections: ['a', 'b'].map((id) => ({ id, protocol: 'player' })),
      outputs: demoStudio.outputs.slice(0, 1).map((output) => ({ ...output, ...changes })),
    });
    const current = currentLayout(withPlayers({ player: a }));
    const deps = { clock: manualClock(), log: silent, readSecret: () => Promise.reject(new Error('no secret')) };
    const { drivers } = attachedDevices(current, unconnectedDrivers(current), { ...deps, table: { player } });
    for (const changes of [{ player: a, backup: b }, { player: b, backup: a }, { player: b }])
      current.replace(withPlayers(changes));
    expect(seen).toEqual([
      ...['a: out-1=1', 'b: '],
      ...['a: out-1=1', 'b: out-1-backup=2'],
      ...['a: out-1-backup=1', 'b: out-1=2'],
      ...['a: ', 'b: out-1=2'],
    ]);
    expect(['out-1', 'out-1-backup'].map(drivers.players.hasDriver)).toEqual([true, false]);
  });

  describe('the settings of a connection', () => {
    const issuesOf = (changes: object): string =>
      formatAll(connectionIssues(table, { ...withLines([{ coil: 0 }]), ...changes }));

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
});

describe('several connections', () => {
  let events: string[];
  let closing: Map<string, PromiseWithResolvers<undefined>>;
  let current: CurrentLayout;
  let devices: AttachedDevices;

  const nothing = t.type({});

  /** Settings whose unit is 1 by default. */
  const withDefault = new t.Type<{ readonly unit: number }, unknown>(
    'settings',
    (value): value is { readonly unit: number } => t.type({ unit: t.number }).is(value),
    (value) => t.success({ unit: 1, ...(value as object) }),
    t.identity,
  );

  const gear = connectionDriver({
    grade: 'basic',
    settings: nothing,
    line: nothing,
    head: nothing,
    open: (_settings, _attachments, { id }) => {
      const closed = Promise.withResolvers<undefined>();
      closing.set(id, closed);
      return {
        lines: {
          send: ({ signal, on }) => {
            events.push(`${id}: ${signal} ${String(on)}`);
            return acknowledgedAtOnce;
          },
          value: () => null,
          connected: () => true,
        },
        cameras: {
          send: ({ camera, angle }) => {
            events.push(`${id}: ${camera} ${angle}`);
            return acknowledgedAtOnce;
          },
          angle: () => `angle of ${id}`,
          connected: () => true,
        },
        follow: () => undefined,
        close: () => void events.push(`close ${id}`),
        whenClosed: async () => {
          await closed.promise;
        },
      };
    },
  });

  /** The studio with a connection of each id. The first serves sig-1 and cam-1, the second sig-2 and cam-2. */
  const layoutWith = (...ids: readonly string[]) => ({
    ...demoStudio,
    connections: ids.map((id) => ({ id, protocol: 'gear' })),
    signals: demoStudio.signals.map((signal, at) => {
      const connection = ids[at];
      return connection === undefined ? signal : { ...signal, line: { connection } };
    }),
    cameras: demoStudio.cameras.map((camera, at) => {
      const connection = ids[at];
      return connection === undefined ? camera : { ...camera, head: { connection } };
    }),
  });

  beforeEach(() => {
    [events, closing] = [[], new Map<string, PromiseWithResolvers<undefined>>()];
    current = currentLayout(layoutWith('a', 'b'));
    devices = attachedDevices(current, unconnectedDrivers(current), {
      table: { gear },
      clock: manualClock(),
      log: silent,
      readSecret: () => Promise.reject(new Error('no secret')),
    });
  });

  describe('two connections', () => {
    it('drive the devices of their own', () => {
      const { signalLines, cameras } = devices.drivers;
      signalLines.send(commandTo.switch('sig-1', true));
      signalLines.send(commandTo.switch('sig-2', false));
      cameras.send(commandTo.recall('cam-1', 'wide'));
      cameras.send(commandTo.recall('cam-2', 'close'));
      expect(events).toEqual(['a: sig-1 true', 'b: sig-2 false', 'a: cam-1 wide', 'b: cam-2 close']);
      expect([cameras.angle('cam-1'), cameras.angle('cam-2')]).toEqual(['angle of a', 'angle of b']);
    });

    it('are the drivers of what is attached to them, of nothing else', () => {
      const { signalLines, cameras } = devices.drivers;
      expect(['cam-1', 'cam-2'].map(cameras.hasDriver)).toEqual([true, true]);
      expect(['sig-1', 'sig-2', 'sig-3'].map(signalLines.hasDriver)).toEqual([true, true, false]);
      current.replace(demoStudio);
      expect([cameras.hasDriver('cam-1'), signalLines.hasDriver('sig-1')]).toEqual([false, false]);
    });

    it('report every attached device when another layout comes into force, each to the watchers of its kind', () => {
      const changed: string[] = [];
      devices.drivers.signalLines.watch((id) => void changed.push(id));
      devices.drivers.cameras.watch((id) => void changed.push(id));
      current.replace(layoutWith('b', 'a'));
      expect(changed.toSorted()).toEqual(['cam-1', 'cam-2', 'sig-1', 'sig-2']);
    });

    it('are closed both, and the end waits for both', async () => {
      let isOver = false;
      devices.close();
      const over = devices.whenClosed().then(() => (isOver = true));
      expect(events).toEqual(['close a', 'close b']);
      for (const id of ['a', 'b']) {
        await new Promise(setImmediate);
        expect(isOver).toBe(false);
        closing.get(id)?.resolve(undefined);
      }
      await over;
    });

    it.each<readonly [string, () => void]>([
      [
        'a reload has just removed',
        () => {
          current.replace(layoutWith('b'));
        },
      ],
      [
        'was just opened anew',
        () => {
          devices.reopen('a');
        },
      ],
    ])('are waited for at the end, also one that %s', async (_, change) => {
      const first = closing.get('a');
      change();
      devices.close();
      let isOver = false;
      const over = devices.whenClosed().then(() => (isOver = true));
      for (const one of closing.values()) if (one !== first) one.resolve(undefined);
      await new Promise(setImmediate);
      expect(isOver).toBe(false);
      first?.resolve(undefined);
      await over;
    });

    it('go on where another is removed', () => {
      current.replace(layoutWith('b'));
      devices.drivers.signalLines.send(commandTo.switch('sig-1', true));
      expect(events).toEqual(['close a', 'b: sig-1 true']);
    });
  });

  it('settings are decoded when a connection is opened, and when it follows a new layout', () => {
    const seen: unknown[] = [];
    const all = connectionDriver({
      grade: 'basic',
      settings: nothing,
      line: withDefault,
      head: withDefault,
      player: withDefault,
      open: (_settings, attachments) => {
        const note = ({ lines, heads, players }: typeof attachments): void =>
          void seen.push([
            [...lines.values()],
            [...heads.values()],
            [...players.values()].map(({ settings }) => settings),
          ]);
        note(attachments);
        return { follow: note, close: () => undefined };
      },
    });
    const attachments = (given: object) => ({
      lines: new Map([['sig-1', given]]),
      heads: new Map([['cam-1', given]]),
      players: new Map([['out-1', { output: demoStudio.outputs[0] as never, settings: given }]]),
      selections: [],
    });
    const deps = {
      id: 'a',
      clock: manualClock(),
      log: silent,
      changed: () => undefined,
      readSecret: () => Promise.reject(new Error('no secret')),
    };
    all.open({}, attachments({}), deps).follow(attachments({ unit: 7 }));
    all.open({}, attachments({ unit: 7 }), deps).follow(attachments({}));
    const [one, seven] = [{ unit: 1 }, { unit: 7 }].map((unit) => [[unit], [unit], [unit]]);
    expect(seen).toEqual([one, seven, seven, one]);
  });

  describe('a part of equipment that one player uses alone', () => {
    const mixer = connectionDriver({
      grade: 'basic',
      settings: nothing,
      player: t.type({ mix: t.string }),
      playerParts: ({ mix }) => [{ path: 'mix', name: `the mix "${mix}"` }],
      open: () => ({ follow: () => undefined, close: () => undefined }),
    });
    const issuesOf = (...players: readonly (readonly [connection: string, mix: string])[]) =>
      connectionIssues(
        { mixer },
        {
          connections: ['a', 'b'].map((id) => ({ id, protocol: 'mixer' })),
          outputs: players.map(([connection, mix], at) => ({
            id: `out-${String(at + 1)}`,
            player: { connection, mix },
          })),
        },
      ).others.map(({ path, expected }) => `${path}: ${expected}`);

    it('is another one on another connection', () => {
      expect(issuesOf(['a', '1'], ['b', '1'], ['a', '2'], ['b', '2'])).toEqual([]);
    });

    it('is refused for each further player of its connection, which names the first', () => {
      const taken = 'another than the mix "1", which the output "out-1" uses';
      expect(issuesOf(['a', '1'], ['a', '1'], ['b', '1'], ['a', '1'])).toEqual([
        `outputs[1].player.mix: ${taken}`,
        `outputs[3].player.mix: ${taken}`,
      ]);
    });

    it('@PAIR-8: is refused for a backup that another player, or its own output, uses', () => {
      const output = (id: string, player: string, backup: string) => ({
        ...{ id, player: { connection: 'a', mix: player }, backup: { connection: 'a', mix: backup } },
      });
      const input = {
        connections: [{ id: 'a', protocol: 'mixer' }],
        outputs: [output('o', '1', '1'), output('p', '2', '1')],
      };
      expect(connectionIssues({ mixer }, input).others.map(({ path, expected }) => `${path}: ${expected}`)).toEqual([
        'outputs[0].backup.mix: another than the mix "1", which the output "o" uses',
        'outputs[1].backup.mix: another than the mix "1", which the output "o" uses',
      ]);
      const wrong = {
        ...input,
        outputs: [{ id: 'o', player: { connection: 'a', mix: '1' }, backup: { connection: 'a' } }],
      };
      expect(connectionIssues({ mixer }, wrong).others.map(({ path }) => path)).toEqual(['outputs[0].backup.mix']);
    });
  });
});
