// The tally of an output while its clip runs: whatever the driver, it is never off, also while a driver knows little.
import { afterEach, describe, expect, it } from 'vitest';
import { withHeldClips } from '../../../application/commands/held-clips.js';
import type { SendResult } from '../../../application/ports/commands.js';
import { outputTally, type Tally } from '../../../domain/studio/tally.js';
import { commandResults, sentCommand } from '../../contracts/device-commands.js';
import { connectionBench, openDrivers, type ConnectionBench, type OpenedDrivers } from './bench.js';
import { obsBench, selections } from './obs/bench.js';
import { playerOf } from './shared/templates/templates.js';
import { vmixBench } from './vmix/bench.js';
import { commandTo } from '../../support/commands.js';

const output = 'out-2';

let opened: { readonly bench: ConnectionBench; readonly second?: OpenedDrivers } | undefined;

afterEach(async () => {
  opened?.second?.close();
  await opened?.bench.close();
});

const textBench = (settings: object, probe?: object): Promise<ConnectionBench> =>
  connectionBench('tcp', {
    settings: probe === undefined ? {} : { probe },
    players: { [output]: { ...playerOf('tcp'), ...settings } },
  });

/** A player that shows no state. */
const writeOnly = (confirm: 'accepted' | 'sent'): Promise<ConnectionBench> =>
  textBench({ state: undefined, confirm }, { send: 'PING', everyMs: 100 });

/** The drivers, and the tally of a clip that a driver hasn't started itself. */
const benches: readonly (readonly [string, Tally | null, () => Promise<ConnectionBench>])[] = [
  ['OBS', 'program', obsBench],
  ['vMix', 'program', vmixBench],
  ['a text protocol', 'program', () => textBench({})],
  ['a text protocol that confirms what is accepted', null, () => writeOnly('accepted')],
  ['a text protocol that confirms what is sent', null, () => writeOnly('sent')],
];

const confirm = async ({ pass }: ConnectionBench, sending: SendResult): Promise<void> => {
  const sent = sentCommand(sending);
  await pass(400);
  expect(await commandResults(sent)).toEqual(['done', 'done']);
};

const playing = async (make: () => Promise<ConnectionBench>): Promise<ConnectionBench> => {
  const bench = await make();
  opened = { bench };
  const { players } = bench.drivers;
  await bench.passUntil('the player is connected', () => players.state(output).connected);
  await confirm(bench, players.send(commandTo.play(output, 'left', selections.opener)));
  return bench;
};

const tallyIn = ({ drivers }: Pick<OpenedDrivers, 'drivers'>): Tally | null =>
  outputTally(true, drivers.players.state(output));

/** Returns each tally that is read while time passes, in milliseconds. */
const talliesDuring = async (
  service: Pick<OpenedDrivers, 'drivers'>,
  { pass }: ConnectionBench,
  ms: number,
): Promise<ReadonlySet<Tally | null>> => {
  const seen = new Set([tallyIn(service)]);
  for (let passed = 0; passed < ms; passed += 5) {
    await pass(5);
    seen.add(tallyIn(service));
  }
  return seen;
};

describe.each(benches)('@TALLY-3: the tally of an output that plays over %s', (_, found, make) => {
  it('is never off after the clips of the studio changed', async () => {
    const bench = await playing(make);
    const { layout, replace } = bench.current;
    const [bank, ...others] = layout.banks;
    const added = { number: 90, key: 'added', name: 'Added' };
    if (bank === undefined) throw new Error('the demo studio has no bank');
    replace({ ...layout, banks: [{ ...bank, clips: [...bank.clips, added] }, ...others] });
    expect(await talliesDuring(bench, bench, 1_500)).not.toContain('off');
    expect(tallyIn(bench)).toBe(found);
  });

  it('is never off in a second service', async () => {
    const bench = await playing(make);
    const second = openDrivers(bench.current.layout, bench.clock);
    opened = { bench, second };
    expect(await talliesDuring(second, bench, 1_500)).not.toContain('off');
    expect(tallyIn(second)).toBe(found);
  });

  it('is never off after a lost connection', async () => {
    const bench = await playing(make);
    bench.setFault({ type: 'offline' });
    expect(await talliesDuring(bench, bench, 500)).toEqual(new Set(['program']));
    bench.setFault(null);
    expect(await talliesDuring(bench, bench, 3_000)).not.toContain('off');
    expect(tallyIn(bench)).toBe(found);
  });

  it('@TALLY-12: is never off while another clip starts', async () => {
    const bench = await playing(make);
    const players = withHeldClips(bench.drivers.players, bench.clock);
    sentCommand(players.send(commandTo.play(output, 'left', selections.weather)));
    const held = { drivers: { ...bench.drivers, players } };
    expect(await talliesDuring(held, bench, 1_000)).toEqual(new Set(['program']));
    expect(players.state(output).scenes[0]).toMatchObject({ run: { clip: { key: 'weather' } } });
    expect(players.state(output).scenes[0]?.held).toBeUndefined();
  });

  it('is off once it has stopped', async () => {
    const bench = await playing(make);
    await confirm(bench, bench.drivers.players.send(commandTo.stop(output, ['left', 'right'])));
    expect(tallyIn(bench)).toBe('off');
  });
});
