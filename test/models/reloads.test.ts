// Random studio files, valid and invalid, that are read under load: nothing that they leave as it was is disturbed.
import { expect, it } from 'vitest';
import * as E from 'fp-ts/lib/Either.js';
import { stringify } from 'yaml';
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { ScenarioStream } from '../../features/support/driver.js';
import { readStudioText } from '../../infra/studio-file/studio-file.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { seededRandom } from '../../simulator/random.js';
import { reloadBench, type ReceivedEvent, type ReloadBench } from '../infra/service/reload-bench.js';

/** Number of files that are read; `npm run soak` reads 1,000. */
const reloads = Number(process.env['RELOADS'] ?? 40);
const seed = Number(process.env['RELOAD_SEED'] ?? 1);

const random = seededRandom(seed);
const chance = (percent: number): boolean => random.between(1, 100) <= percent;
const some = <A>(all: readonly A[]): readonly A[] => all.filter(() => chance(60));
const pick = <A>(all: readonly A[]): A => all[random.between(0, all.length - 1)] as A;

const loop = { number: 1, key: 'loop', name: 'Loop', durationMs: 60_000, loop: true };
const idle = { everyMs: 50 };

/** What every file has: a clip on air, a signal that an automation switches, a variable and its station. */
const constant = {
  outputs: [{ id: 'out-constant', slot: 'constant', name: 'Constant', scenes: ['full'] }],
  banks: [{ key: 'constant', name: 'Constant', clips: [loop] }],
  signals: [{ id: 'sig-constant', identifier: 'constant', name: 'Constant' }],
  variables: [{ id: 'var-constant', station: 'alpha', name: 'Constant', type: 'NUMBER' as const, value: 0 }],
  automations: [
    {
      id: 'auto-constant',
      station: 'alpha',
      name: 'Constant',
      trigger: { everyMs: 100 },
      steps: [
        { switch: { signal: 'sig-constant', on: true } },
        { waitMs: 30 },
        { switch: { signal: 'sig-constant', on: false } },
      ],
    },
  ],
};

const numbered = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

const signals = numbered(12).map((n) => ({ id: `sig-r${String(n)}`, identifier: `random-${String(n)}` }));
const variables = numbered(6).map((n) => ({ id: `var-r${String(n)}`, name: `random-${String(n)}` }));
const outputs = numbered(4).map((n) => ({ id: `out-r${String(n)}`, slot: `random-${String(n)}` }));
const cameras = numbered(4).map((n) => ({ id: `cam-r${String(n)}` }));

/** The clips of a generation and of the two before it, whose steps could still play theirs. The newest is the first. */
const probeClips = (generation: number) =>
  numbered(3).map((age) => {
    const key = `g${String(generation - age)}`;
    return { number: age + 1, key, name: key, durationMs: 1_000 };
  });

/** A file of a generation. Its probes play the clip of this generation. */
const layoutOf = (generation: number): StudioLayout => {
  const key = `g${String(generation)}`;
  const probe = [{ play: { output: 'out-probe', scene: 'full', clip: key, bank: 'probe' } }, { waitMs: 20 }];
  const name = (): string => `Name ${String(random.between(1, 3))}`;
  return {
    ...demoStudio,
    panels: [{ id: 'studio', name: name() }],
    name: name(),
    stations: demoStudio.stations,
    outputs: [
      ...constant.outputs,
      { id: 'out-probe', slot: 'probe', name: 'Probe', scenes: ['full'] },
      ...some(outputs).map((output) => ({ ...output, name: name(), scenes: chance(50) ? ['full'] : ['full', 'side'] })),
    ],
    banks: [
      ...constant.banks,
      { key: 'probe', name: 'Probe', clips: probeClips(generation) },
      ...(chance(50) ? [{ key: 'news', name: 'News', clips: [] }] : []),
    ],
    activeBank: 'constant',
    signals: [...constant.signals, ...some(signals).map((signal) => ({ ...signal, name: name() }))],
    cameras: some(cameras).map((camera) => ({ ...camera, name: name(), angles: some([{ id: 'wide', name: 'Wide' }]) })),
    variables: [
      ...constant.variables,
      ...some(variables).map((variable) => ({ ...variable, station: 'alpha', type: 'STRING' as const, value: null })),
    ],
    macros: [{ id: 'mac-probe', name: name(), steps: [...probe, ...probe] }],
    automations: [
      ...constant.automations,
      { id: 'auto-probe', station: 'alpha', name: name(), trigger: idle, steps: [...probe, ...probe, ...probe] },
    ],
  };
};

/** Returns the text of a file, cut off or with a wrong field in some cases. */
const textOf = (layout: StudioLayout): string => {
  const text = stringify(layout);
  if (chance(15)) return text.slice(0, random.between(0, text.length));
  return chance(15) ? text.replace('status:', pick(['statsu:', 'status: 7 #', '  status:'])) : text;
};

/** Reads a file, and returns the layout that is in force afterwards. */
const reload = ({ service }: ReloadBench, text: string): StudioLayout => {
  const read = readStudioText(text);
  service.layoutIntake.offer(E.isLeft(read) ? E.left(read.left.map(({ message }) => message)) : read);
  return service.studio.layout;
};

const clipsPlayed = (bench: ReloadBench, since: number): readonly string[] =>
  bench.studio
    .commands()
    .slice(since)
    .flatMap(({ device, command }) => {
      const { type, cue } = command as { readonly type?: string; readonly cue?: { readonly clip: { key: string } } };
      return device === 'out-probe' && type === 'play' && cue !== undefined ? [cue.clip.key] : [];
    });

const probeKey = ({ banks }: StudioLayout): string => banks.find(({ key }) => key === 'probe')?.clips[0]?.key ?? '';

/** Calls something of a random record, and checks that it is found if and only if the layout has it. */
const callSomething = async (bench: ReloadBench, { signals: known, outputs: slots }: StudioLayout): Promise<void> => {
  const { id, identifier } = pick(signals);
  const has = known.some((signal) => signal.id === id);
  const path = pick([`/signals/${identifier}/toggle`, `/signals/${id}`, `/signals/${identifier}/pulse?ms=50`]);
  expect((await bench.call(path)).status, path).toBe(has ? 200 : 404);
  const { slot } = pick(outputs);
  const { status } = await bench.call(`/outputs/${slot}/clips/loop/play?bank=constant&scene=full`);
  expect(status).toBe(slots.some((output) => output.slot === slot) ? 200 : 404);
};

/** Reads what a client knows from its stream: the last record of each, forgotten at every reset. */
const knownFrom = (events: readonly ReceivedEvent[], kind: string): ReadonlyMap<string, unknown> => {
  const known = new Map<string, unknown>();
  for (const { event, data } of events) {
    if (event === 'reset') known.clear();
    if (event !== kind) continue;
    const record = data[kind] as { readonly id: string };
    known.set(record.id, record);
  }
  return known;
};

/** Returns what is on air in the output that every file has. */
const clipOnAir = ({ service }: ReloadBench) => service.players.state('out-constant').scenes[0]?.run;

/** Checks that a stream goes on, and that a client that follows it knows what is true. */
const expectUpToDate = async (bench: ReloadBench, stream: ScenarioStream): Promise<void> => {
  expect((await stream.received()).hasEnded).toBe(false);
  for (const [id, record] of knownFrom(await bench.eventsOf(stream), 'signal'))
    expect((await bench.call(`/signals/${id}`)).body, id).toMatchObject({ signal: record });
};

it(
  `@RELOAD-2 @RELOAD-3 @RELOAD-4 @RELOAD-6: ${String(reloads)} files under load (seed ${String(seed)}) disturb nothing that they leave as it was`,
  async () => {
    const bench = await reloadBench(layoutOf(0));
    try {
      for (const path of [
        '/outputs/constant/clips/1/play',
        '/automations/auto-constant/start',
        '/automations/auto-probe/start',
      ])
        expect((await bench.call(path)).status, path).toBe(200);
      const streams = numbered(5).map(() => bench.stream());
      const onAir = clipOnAir(bench);
      const waiting: number[] = [];
      const outcomes = { inForce: 0, refused: 0 };
      let layout = bench.service.studio.layout;

      for (const generation of numbered(reloads + 1).slice(1)) {
        await bench.call(`/variables/Constant/set?value=${String(generation)}`);
        if (chance(30)) await bench.call('/macros/mac-probe/run');
        const pending = bench.begin(`/signals/${pick(signals).id}/on`);
        const before = layout;
        layout = reload(bench, textOf(layoutOf(generation)));
        if (layout === before) outcomes.refused += 1;
        else outcomes.inForce += 1;
        const sent = bench.studio.commands().length;
        await bench.advance(random.between(1, 120));
        expect([200, 404, 424]).toContain((await bench.finish(pending)).status);
        await callSomething(bench, layout);

        expect(clipsPlayed(bench, sent).filter((key) => key !== probeKey(layout))).toEqual([]);
        expect((await bench.call('/variables/Constant')).body).toMatchObject({ variable: { value: generation } });
        expect((await bench.call('/automations/auto-constant')).body).toMatchObject({
          automation: { state: 'running' },
        });
        expect((await bench.call('/automations/auto-probe')).body).toMatchObject({ automation: { state: 'running' } });
        waiting.push(bench.clock.waiting());
      }

      expect(onAir).toMatchObject({ clip: { key: 'loop' } });
      expect(clipOnAir(bench)).toEqual(onAir);
      expect((await bench.call('/station')).body).toMatchObject({ station: { id: 'alpha' } });
      expect(outcomes.refused).toBeGreaterThan(reloads / 20);
      expect(outcomes.inForce).toBeGreaterThan(reloads / 2);
      expect(Math.max(...waiting.slice(-10))).toBeLessThan(100);

      await bench.advance(200);
      for (const stream of streams) await expectUpToDate(bench, stream);
    } finally {
      await bench.close();
    }
  },
  60_000 + reloads * 1_000,
);
