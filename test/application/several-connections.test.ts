// Several connections at once, and devices other than signals on them.
import * as t from 'io-ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { unconnectedDrivers } from '../../adapters/unconnected/devices.js';
import { attachedDevices, type AttachedDevices } from '../../application/connections/attached-devices.js';
import { connectionDriver } from '../../application/connections/connection-driver.js';
import { acknowledgedAtOnce } from '../../application/ports/commands.js';
import { currentLayout, type CurrentLayout } from '../../application/state/current-layout.js';
import { silent } from '../../features/support/silent-log.js';
import { manualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';

let events: string[];
let closing: Map<string, PromiseWithResolvers<undefined>>;
let current: CurrentLayout;
let devices: AttachedDevices;

const nothing = t.type({});

const gear = connectionDriver({
  settings: nothing,
  line: nothing,
  head: nothing,
  open: (_settings, _attachments, { id }) => {
    const closed = Promise.withResolvers<undefined>();
    closing.set(id, closed);
    return {
      lines: {
        switch: (signal, on) => {
          events.push(`${id}: ${signal} ${String(on)}`);
          return acknowledgedAtOnce;
        },
        value: () => null,
        connected: () => true,
      },
      cameras: {
        recall: (camera, angle) => {
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
    signalLines.switch('sig-1', true);
    signalLines.switch('sig-2', false);
    cameras.recall('cam-1', 'wide');
    cameras.recall('cam-2', 'close');
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

  it('go on where another is removed', () => {
    current.replace(layoutWith('b'));
    devices.drivers.signalLines.switch('sig-1', true);
    expect(events).toEqual(['close a', 'b: sig-1 true']);
  });
});
