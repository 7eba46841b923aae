// Tests of how often the end of a pulse is tried again (SIGNAL-14).
import { describe, expect, it } from 'vitest';
import { withPulses } from '../../application/commands/pulses.js';
import { manualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';

/** Starts a pulse whose line fails from its end on. */
const failingPulse = async (type: 'refused' | 'offline') => {
  const clock = manualClock(0);
  const studio = simulatedStudio(demoStudio, clock);
  const lines = withPulses(studio.signalLines, clock);
  lines.pulse('sig-1', 200);
  await clock.advance(100);
  studio.setFault('sig-1', { type });
  return { clock, studio, lines, state: () => ({ on: lines.value('sig-1'), waiting: clock.waiting() }) };
};

/** Returns how long after the command before it each command was sent, in tenths of a second. */
const gaps = (studio: SimulatedStudio): readonly number[] => {
  const times = studio.commands().map(({ time }) => Date.parse(time));
  return times.slice(1).map((time, place) => Math.round((time - (times[place] ?? NaN)) / 100));
};

const ended = { on: false, waiting: 0 };

describe('the end of a pulse', () => {
  it('is tried less and less often while its line refuses it, up to every 30 s', async () => {
    const { clock, studio, state } = await failingPulse('refused');
    await clock.advance(130_000);
    expect(gaps(studio)).toEqual([2, 10, 20, 40, 80, 160, 300, 300, 300]);
    studio.setFault('sig-1', null);
    await clock.advance(30_000);
    expect(state()).toEqual(ended);
  });

  it('is tried again after 1 s however often the end of an earlier pulse had failed', async () => {
    const { clock, studio, lines } = await failingPulse('refused');
    await clock.advance(20_000);
    const before = studio.commands().length;
    studio.setFault('sig-1', null);
    lines.pulse('sig-1', 200);
    await clock.advance(100);
    studio.setFault('sig-1', { type: 'refused' });
    await clock.advance(3_500);
    expect(gaps(studio).slice(before)).toEqual([2, 10, 20]);
  });

  it('is tried each second while its line is offline, also after it was refused', async () => {
    const { clock, studio, state } = await failingPulse('refused');
    await clock.advance(20_000);
    const before = studio.commands().length;
    studio.setFault('sig-1', { type: 'offline' });
    await clock.advance(60_500);
    studio.setFault('sig-1', null);
    await clock.advance(1_050);
    expect(studio.commands()).toHaveLength(before + 1);
    expect(state()).toEqual(ended);
  });

  it('is tried soon when its line refuses it after having been offline for long', async () => {
    const { clock, studio } = await failingPulse('offline');
    await clock.advance(60_000);
    studio.setFault('sig-1', { type: 'refused' });
    await clock.advance(4_000);
    expect(gaps(studio).slice(1)).toEqual([20]);
  });
});
