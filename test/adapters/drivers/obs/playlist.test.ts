// A playlist on a real OBS Studio: twenty clips of two seconds, twice. Each handover is confirmed, and the gaps are short.
import { setTimeout as delay } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SystemClock } from '../../../../adapters/node/clock.js';
import { unconnectedDrivers } from '../../../../adapters/unconnected/devices.js';
import { alarms as makeAlarms } from '../../../../application/alarms/alarms.js';
import { acknowledgements } from '../../../../application/commands/acknowledgement.js';
import { attachedDevices } from '../../../../application/connections/attached-devices.js';
import type { RecordCommand } from '../../../../application/ports/decided-commands.js';
import { withBackups } from '../../../../application/commands/player-pairs.js';
import { withPlaylists } from '../../../../application/sequences/playlists.js';
import { currentLayout } from '../../../../application/state/current-layout.js';
import { timeOf } from '../../../../application/state/scenes.js';
import { studioState } from '../../../../application/state/studio-state.js';
import { endOf } from '../../../../domain/studio/clip-time.js';
import { initialRuntimeState } from '../../../../domain/studio/runtime-state.js';
import { silent } from '../../../../features/support/silent-log.js';
import { connectionDrivers } from '../../../../infra/service/connection-drivers.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';
import { savedAtOnce } from '../../../application/demo-bench.js';
import { eventually } from '../../../support/eventually.js';
import { missingObs, obsProcess, password, type ObsProcess } from './obs-process.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 30_000 });

const handovers = 40;
const [output, scene] = ['out-2', 'left'];
const inputs = { left: ['left A', 'left B'], right: ['right A', 'right B'] };

const clips = Array.from({ length: 20 }, (_, index) => {
  const key = `link-${String(index + 1)}`;
  return { number: index + 1, key, name: key, media: `${key}.avi`, durationMs: 2_000 };
});

/** The longest gap on a machine with nothing else to do is about 100 ms; a busy one is slower. */
const longestGapMs = 1_000;

let engine: ObsProcess;

const drive = () => {
  const current = currentLayout({
    ...demoStudio,
    banks: [{ key: 'links', name: 'Links', clips }],
    activeBank: 'links',
    connections: [
      {
        id: 'obs',
        protocol: 'obs',
        host: '127.0.0.1',
        port: engine.port,
        mediaFolder: engine.mediaFolder,
        passwordFile: '/secret',
      },
    ],
    outputs: demoStudio.outputs.map((one) =>
      one.id === output
        ? {
            ...one,
            player: { connection: 'obs', scenes: { left: { inputs: inputs.left }, right: { inputs: inputs.right } } },
          }
        : one,
    ),
  });
  const clock = new SystemClock();
  const readSecret = () => Promise.resolve(password);
  const devices = attachedDevices(current, unconnectedDrivers(current), {
    clock,
    log: silent,
    table: connectionDrivers,
    readSecret,
  });
  const alarms = makeAlarms({ clock, secrets: { id: () => 'alarm' }, log: silent });
  const outcomes: boolean[] = [];
  const record: RecordCommand = (_source, command, send) => {
    const sending = send();
    if (command.do === 'take' && E.isRight(sending))
      void sending.right.confirmed.then((result) => outcomes.push(E.isRight(result)));
    return sending;
  };
  const studio = studioState(current, initialRuntimeState(current.layout), savedAtOnce);
  const { players, stopPlaylists } = withPlaylists({
    ...{ studio, clock, record, alarms },
    players: withBackups(devices.drivers.players, { studio, clock }),
    acknowledgements: acknowledgements(clock),
  });
  return { players, stopPlaylists, alarms, outcomes, close: devices.close };
};

describe.skipIf(missingObs() !== undefined)('a playlist on a real OBS Studio', () => {
  beforeAll(async () => {
    engine = await obsProcess({ scenes: inputs, films: Object.fromEntries(clips.map(({ media }) => [media, 2])) });
  });

  afterAll(async () => {
    await engine.stop();
  });

  it('@PLAYLIST-1 @PLAYLIST-4: hands over forty times, each confirmed', async () => {
    const { players, stopPlaylists, alarms, outcomes, close } = drive();
    await eventually('OBS is connected', () => players.state(output).connected);
    const gapsMs: number[] = [];
    let before: { readonly startedAtMs: number; readonly endsAtMs: number | null } | undefined;
    players.watch(() => {
      const run = players.state(output).scenes.find(({ id }) => id === scene)?.run;
      if (!run) return;
      const { startedAtMs } = run;
      if (before !== undefined && before.startedAtMs !== startedAtMs && before.endsAtMs !== null)
        gapsMs.push(startedAtMs - before.endsAtMs);
      before = { startedAtMs, endsAtMs: endOf(timeOf(run)) };
    });
    const [clip] = clips;
    if (clip === undefined) throw new Error('there is no clip');
    const playlist = { from: 'link-1', until: 'link-20', loop: true };
    const play = { do: 'play', output, scene, clip: { bank: 'links', clip }, playlist } as const;
    expect(E.isRight(players.send(play))).toBe(true);
    for (let waitedS = 0; outcomes.length < handovers && waitedS < 150; waitedS += 1) await delay(1_000);
    stopPlaylists();
    close();
    const sorted = [...gapsMs].sort((one, other) => one - other);
    const at = (part: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? NaN);
    console.log(
      `gaps of ${String(sorted.length)} handovers: median ${String(at(0.5))} ms, 95 % ${String(at(0.95))} ms, all ${String(at(0))} to ${String(at(1))} ms`,
    );
    expect(outcomes.slice(0, handovers)).toEqual(Array.from({ length: handovers }, () => true));
    expect(alarms.open()).toEqual([]);
    expect(at(1)).toBeLessThan(longestGapMs);
  });
});
